package dev.guildhall.core.knowledge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Core;
import dev.guildhall.core.Installation;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Limit;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.apikey.ApiKeyName;
import dev.guildhall.ports.apikey.ApiKeyScope;
import dev.guildhall.ports.apikey.NewApiKey;
import dev.guildhall.ports.group.Audience;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.group.GroupName;
import dev.guildhall.ports.group.NewGroup;
import dev.guildhall.ports.knowledge.CollectionId;
import dev.guildhall.ports.knowledge.KnowledgeCollection;
import dev.guildhall.ports.knowledge.NewCollection;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** knowledge-2. */
class CollectionsOfGroupsTest {
    private static final PageRequest FIRST = new PageRequest(new Limit(10), Optional.empty());

    private final Installation installation = new Installation();

    @AutoClose
    private final Core core = installation.core();

    private final Caller.User ada = installation.someone();
    private final GroupId group = core.groups()
            .create(ada, new NewGroup(new GroupName("Gardeners"), Optional.empty()))
            .group()
            .id();
    private final CollectionId shared = core.knowledge()
            .create(ada, new NewCollection("Reports", "", Audience.of(group)))
            .id();

    /** A program with a key of the group. */
    private Caller.User program() {
        NewApiKey wanted =
                new NewApiKey(new ApiKeyName("program"), Optional.empty(), ApiKeyScope.ALL, Caller.Key.Limits.NONE);
        return new Caller.User(
                core.apiKeys().createOfGroup(ada, group, wanted).key().key().userId(),
                ada.profileId(),
                ada.sessionId(),
                Set.of());
    }

    @Test
    void the_account_of_a_group_did_not_read_the_collections_of_its_group() {
        Caller.User program = program();

        assertThat(core.knowledge().find(program, shared).id()).isEqualTo(shared);
        assertThat(core.knowledge().list(program, FIRST).items())
                .extracting(KnowledgeCollection::id)
                .containsExactly(shared);
    }

    @Test
    void a_collection_of_a_group_that_was_deleted_is_read_by_its_owner_alone() {
        Caller.User program = program();

        core.groups().delete(ada, group);

        assertThat(core.knowledge().find(ada, shared).audience()).isEqualTo(Audience.of(group));
        assertThat(core.knowledge().list(program, FIRST).items()).isEmpty();
    }
}
