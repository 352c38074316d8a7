package dev.guildhall.core.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Installation;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Sample;
import dev.guildhall.ports.group.GroupRole;
import dev.guildhall.ports.storage.Stores;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

class GroupSuccessionTest {
    private final Installation installation = new Installation();
    private final Stores stores = installation.stores();
    private final Guild guild = new Guild(installation);
    private final GroupSuccession succession =
            new GroupSuccession(stores, new AuditJournal(InstantSource.fixed(Sample.NOW), Sample::id, stores.audit()));

    private void leaves(Caller.User user) {
        stores.transactions().run(() -> succession.leaveAll(user.userId()));
    }

    @Test
    void the_admin_with_the_oldest_membership_becomes_owner_when_the_only_owner_is_erased() {
        Caller.User member = guild.joined(GroupRole.MEMBER);
        Caller.User successor = guild.joined(GroupRole.ADMIN);
        Caller.User younger = guild.joined(GroupRole.ADMIN);

        leaves(guild.founder());

        assertThat(guild.roleOf(guild.founder())).isEmpty();
        assertThat(guild.roleOf(successor)).contains(GroupRole.OWNER);
        assertThat(guild.roleOf(younger)).contains(GroupRole.ADMIN);
        assertThat(guild.roleOf(member)).contains(GroupRole.MEMBER);
    }

    @Test
    void without_admins_it_passes_to_the_member_of_the_longest_standing() {
        Caller.User successor = guild.joined(GroupRole.MEMBER);
        Caller.User younger = guild.joined(GroupRole.MEMBER);

        leaves(guild.founder());

        assertThat(guild.roleOf(successor)).contains(GroupRole.OWNER);
        assertThat(guild.roleOf(younger)).contains(GroupRole.MEMBER);
    }

    @Test
    void a_group_with_another_owner_stays_as_it_is() {
        Caller.User admin = guild.joined(GroupRole.ADMIN);
        Caller.User owner = guild.joined(GroupRole.OWNER);

        leaves(guild.founder());

        assertThat(guild.roleOf(owner)).contains(GroupRole.OWNER);
        assertThat(guild.roleOf(admin)).contains(GroupRole.ADMIN);
    }

    @Test
    void a_group_without_other_members_is_deleted_with_the_account() {
        leaves(guild.founder());

        assertThat(stores.groups().find(guild.id())).isEmpty();
    }

    @Test
    void an_erased_member_leaves_and_nothing_else_changes() {
        Caller.User member = guild.joined(GroupRole.MEMBER);

        leaves(member);

        assertThat(guild.roleOf(member)).isEmpty();
        assertThat(guild.roleOf(guild.founder())).contains(GroupRole.OWNER);
    }
}
