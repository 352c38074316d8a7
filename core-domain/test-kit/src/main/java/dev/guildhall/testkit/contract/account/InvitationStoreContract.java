package dev.guildhall.testkit.contract.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.Limit;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.group.GroupRole;
import dev.guildhall.ports.invitation.Invitation;
import dev.guildhall.ports.invitation.InvitationId;
import dev.guildhall.ports.invitation.InvitationStore;
import dev.guildhall.ports.invitation.InvitedGroup;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.AtOnce;
import dev.guildhall.testkit.contract.Given;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** What every {@link InvitationStore} does. */
public interface InvitationStoreContract {
    Duration LIFE = Duration.ofDays(7);

    Stores stores();

    private InvitationStore invitations() {
        return stores().invitations();
    }

    private Invitation added(Optional<Email> email, UserId inviter, Instant at) {
        String id = Sample.id("inv");
        Invitation invitation = new Invitation(
                new InvitationId(id),
                email,
                Set.of(Role.ADMIN),
                List.of(
                        new InvitedGroup(new GroupId("grp_1"), GroupRole.MEMBER),
                        new InvitedGroup(new GroupId("grp_2"), GroupRole.ADMIN)),
                inviter,
                at,
                at.plus(LIFE));
        invitations().add(invitation, id + "-hash");
        return invitation;
    }

    private Invitation added() {
        return added(Optional.of(new Email("ada@example.org")), new UserId("usr_1"), Sample.NOW);
    }

    private static String hash(Invitation invitation) {
        return invitation.id().value() + "-hash";
    }

    @Test
    default void an_invitation_is_found_unchanged_and_taken_once() {
        Invitation invitation = added();

        assertThat(invitations().find(hash(invitation), Sample.NOW)).contains(invitation);
        assertThat(invitations().take(hash(invitation), Sample.NOW)).contains(invitation);
        assertThat(invitations().take(hash(invitation), Sample.NOW)).isEmpty();
        assertThat(invitations().find(hash(invitation), Sample.NOW)).isEmpty();
        assertThat(invitations().find("another-hash", Sample.NOW)).isEmpty();
    }

    @Test
    default void an_expired_invitation_is_neither_found_nor_taken_nor_listed() {
        Invitation invitation = added();
        Instant after = invitation.expiresAt();

        assertThat(invitations().find(hash(invitation), after)).isEmpty();
        assertThat(invitations().take(hash(invitation), after)).isEmpty();
        assertThat(invitations().list(after, PageRequest.first()).items()).doesNotContain(invitation);
        assertThat(invitations().take(hash(invitation), after.minusMillis(1))).contains(invitation);
    }

    @Test
    default void a_revoked_invitation_cannot_be_used_and_is_revoked_once() {
        Invitation invitation = added();
        Invitation other = added();

        assertThat(invitations().revoke(invitation.id(), Sample.NOW)).isTrue();
        assertThat(invitations().revoke(invitation.id(), Sample.NOW)).isFalse();
        assertThat(invitations().take(hash(invitation), Sample.NOW)).isEmpty();
        assertThat(invitations().take(hash(other), Sample.NOW)).contains(other);
        assertThat(invitations().revoke(other.id(), Sample.NOW)).isFalse();
    }

    @Test
    default void those_that_can_be_used_are_listed_newest_first_and_counted() {
        int before = invitations().countOpen(Sample.NOW);
        Invitation first = added();
        Invitation used = added();
        Invitation last = added();
        invitations().take(hash(used), Sample.NOW);

        assertThat(invitations().list(Sample.NOW, PageRequest.first()).items())
                .startsWith(last, first)
                .doesNotContain(used);
        assertThat(invitations().countOpen(Sample.NOW)).isEqualTo(before + 2);
    }

    @Test
    default void those_to_a_group_that_can_be_used_are_listed_newest_first_by_pages() {
        GroupId group = new GroupId(Sample.id("grp"));
        Invitation first = to(group, GroupRole.OWNER);
        Invitation second = to(group, GroupRole.MEMBER);
        Invitation used = to(group, GroupRole.ADMIN);
        Invitation other = to(new GroupId(group.value() + "x"), GroupRole.MEMBER);
        invitations().take(hash(used), Sample.NOW);
        Page<Invitation> page =
                invitations().ofGroup(group, Sample.NOW, new PageRequest(new Limit(1), Optional.empty()));

        assertThat(page.items()).containsExactly(second);
        assertThat(invitations()
                        .ofGroup(group, Sample.NOW, new PageRequest(new Limit(9), page.next()))
                        .items())
                .containsExactly(first);
        assertThat(invitations()
                        .ofGroup(group, first.expiresAt(), PageRequest.first())
                        .items())
                .isEmpty();
        assertThat(invitations().open(other.id(), Sample.NOW)).contains(other);
        assertThat(invitations().open(other.id(), other.expiresAt())).isEmpty();
        assertThat(invitations().open(used.id(), Sample.NOW)).isEmpty();
    }

    private Invitation to(GroupId group, GroupRole role) {
        String id = Sample.id("inv");
        Invitation invitation = new Invitation(
                new InvitationId(id),
                Optional.empty(),
                Set.of(),
                List.of(new InvitedGroup(group, role)),
                new UserId("usr_1"),
                Sample.NOW,
                Sample.NOW.plus(LIFE));
        invitations().add(invitation, id + "-hash");
        return invitation;
    }

    @Test
    default void the_mailed_ones_of_a_user_are_counted_used_and_revoked_ones_too() {
        UserId inviter = new UserId(Sample.id("usr"));
        Optional<Email> email = Optional.of(new Email("ada@example.org"));
        Instant since = Sample.NOW.minus(Duration.ofDays(1));
        added(email, inviter, since.minusMillis(1));
        Invitation used = added(email, inviter, since);
        Invitation revoked = added(email, inviter, Sample.NOW);
        added(Optional.empty(), inviter, Sample.NOW);
        invitations().take(hash(used), Sample.NOW);
        invitations().revoke(revoked.id(), Sample.NOW);

        assertThat(invitations().countMailed(inviter, since)).isEqualTo(2);
    }

    @Test
    default void a_sweep_removes_at_most_so_many_of_the_old_ones_that_cannot_be_used() {
        Instant old = Sample.NOW.minus(Duration.ofDays(30));
        UserId inviter = new UserId(Sample.id("usr"));
        Optional<Email> email = Optional.of(new Email("ada@example.org"));
        for (int i = 0; i < 3; i++) {
            added(email, inviter, old);
        }
        added(email, inviter, Sample.NOW);

        assertThat(invitations().sweep(Sample.NOW.minus(Duration.ofDays(1)), 2)).isEqualTo(2);
        assertThat(invitations().countMailed(inviter, Instant.EPOCH)).isGreaterThanOrEqualTo(2);
        while (invitations().sweep(Sample.NOW.minus(Duration.ofDays(1)), 100) > 0) {
            // The next batch.
        }
        assertThat(invitations().countMailed(inviter, Instant.EPOCH)).isEqualTo(1);
    }

    @Test
    default void the_invitations_of_an_erased_account_are_removed() {
        UserId leaving = Given.someUser(stores());
        Invitation erased = added(Optional.empty(), leaving, Sample.NOW);
        Invitation kept = added();

        stores().erase(leaving);

        assertThat(invitations().find(hash(erased), Sample.NOW)).isEmpty();
        assertThat(invitations().find(hash(kept), Sample.NOW)).contains(kept);
    }

    @Test
    default void of_several_at_once_one_gets_an_invitation() throws Exception {
        Invitation invitation = added();
        Callable<Optional<Invitation>> take = () -> invitations().take(hash(invitation), Sample.NOW);

        assertThat(AtOnce.run(Collections.nCopies(8, take)))
                .filteredOn(Optional::isPresent)
                .hasSize(1);
    }
}
