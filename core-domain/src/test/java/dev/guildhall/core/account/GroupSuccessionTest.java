package dev.guildhall.core.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Installation;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.group.GroupRole;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.testkit.Sample;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

class GroupSuccessionTest {
    private final Installation installation = new Installation();
    private final Stores stores = installation.stores();
    private final GroupFixture fixture = new GroupFixture(installation);
    private final GroupSuccession succession =
            new GroupSuccession(stores, new AuditJournal(InstantSource.fixed(Sample.NOW), Sample::id, stores.audit()));

    private void leaves(Caller.User user) {
        stores.transactions().run(() -> succession.leaveAll(user.userId()));
    }

    @Test
    void the_admin_with_the_oldest_membership_becomes_owner_when_the_only_owner_is_erased() {
        Caller.User member = fixture.joined(GroupRole.MEMBER);
        Caller.User successor = fixture.joined(GroupRole.ADMIN);
        Caller.User younger = fixture.joined(GroupRole.ADMIN);

        leaves(fixture.founder());

        assertThat(fixture.roleOf(fixture.founder())).isEmpty();
        assertThat(fixture.roleOf(successor)).contains(GroupRole.OWNER);
        assertThat(fixture.roleOf(younger)).contains(GroupRole.ADMIN);
        assertThat(fixture.roleOf(member)).contains(GroupRole.MEMBER);
    }

    @Test
    void without_admins_it_passes_to_the_member_of_the_longest_standing() {
        Caller.User successor = fixture.joined(GroupRole.MEMBER);
        Caller.User younger = fixture.joined(GroupRole.MEMBER);

        leaves(fixture.founder());

        assertThat(fixture.roleOf(successor)).contains(GroupRole.OWNER);
        assertThat(fixture.roleOf(younger)).contains(GroupRole.MEMBER);
    }

    @Test
    void a_group_with_another_owner_stays_as_it_is() {
        Caller.User admin = fixture.joined(GroupRole.ADMIN);
        Caller.User owner = fixture.joined(GroupRole.OWNER);

        leaves(fixture.founder());

        assertThat(fixture.roleOf(owner)).contains(GroupRole.OWNER);
        assertThat(fixture.roleOf(admin)).contains(GroupRole.ADMIN);
    }

    @Test
    void a_group_without_other_members_is_deleted_with_the_account() {
        leaves(fixture.founder());

        assertThat(stores.groups().find(fixture.id())).isEmpty();
    }

    @Test
    void an_erased_member_leaves_and_nothing_else_changes() {
        Caller.User member = fixture.joined(GroupRole.MEMBER);

        leaves(member);

        assertThat(fixture.roleOf(member)).isEmpty();
        assertThat(fixture.roleOf(fixture.founder())).contains(GroupRole.OWNER);
    }
}
