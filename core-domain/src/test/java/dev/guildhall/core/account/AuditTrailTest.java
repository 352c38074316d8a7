package dev.guildhall.core.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.core.Installation;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Change;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.account.Credentials;
import dev.guildhall.ports.account.DisplayName;
import dev.guildhall.ports.account.Password;
import dev.guildhall.ports.account.PasswordChange;
import dev.guildhall.ports.audit.AuditAction;
import dev.guildhall.ports.audit.AuditDetail;
import dev.guildhall.ports.audit.AuditEntry;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.group.GroupName;
import dev.guildhall.ports.group.GroupRole;
import dev.guildhall.ports.group.NewGroup;
import dev.guildhall.ports.group.NewMember;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.profile.NewProfile;
import dev.guildhall.ports.profile.ProfileChange;
import dev.guildhall.ports.session.RefreshToken;
import dev.guildhall.ports.session.SignedIn;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class AuditTrailTest {
    private static final String EMAIL = "ada@example.org";
    private static final Caller FROM_AFAR = new Caller.Anonymous("192.0.2.7");

    private final Installation installation = new Installation();
    private final SignedIn registered = installation.register(EMAIL);
    private final Caller.User ada = installation.bearer(registered);

    /** The entries of a trail after the registration and its sign-in, oldest first. */
    private List<AuditEntry> later(Caller.User whose) {
        List<AuditEntry> all = installation
                .core()
                .audit()
                .entries(whose, PageRequest.first())
                .items()
                .reversed();
        assertThat(all).extracting(AuditEntry::action).startsWith(AuditAction.REGISTERED, AuditAction.SIGNED_IN);
        return all.subList(2, all.size());
    }

    private AuditEntry only(Caller.User whose) {
        assertThat(later(whose)).hasSize(1);
        return later(whose).getFirst();
    }

    private static void refused(ThrowingCallable attempt) {
        assertThatThrownBy(attempt).isInstanceOf(Refusal.class);
    }

    private SignedIn signIn(String password) {
        return installation.accounts().signIn(FROM_AFAR, new Credentials(EMAIL, password));
    }

    private GroupId founded() {
        NewGroup newGroup = new NewGroup(new GroupName("Guild"), Optional.empty());
        return installation.core().groups().create(ada, newGroup).group().id();
    }

    private static Map<AuditDetail, String> session(Caller.User caller) {
        return Map.of(AuditDetail.SESSION_ID, caller.sessionId().value());
    }

    @Test
    void a_registration_tells_of_the_account_and_of_its_first_session() {
        List<AuditEntry> trail =
                installation.core().audit().entries(ada, PageRequest.first()).items();

        assertThat(trail).extracting(AuditEntry::action).containsExactly(AuditAction.SIGNED_IN, AuditAction.REGISTERED);
        assertThat(trail.getFirst().details()).containsAllEntriesOf(session(ada));
        assertThat(trail).allMatch(entry -> entry.userId().equals(Optional.of(ada.userId())));
        assertThat(trail)
                .allMatch(entry -> entry.at().equals(installation.time().instant()));
    }

    @Test
    void a_sign_in_records_its_session_and_the_client_address() {
        Caller.User again = installation.bearer(signIn(Installation.PASSWORD));

        assertThat(only(ada).action()).isEqualTo(AuditAction.SIGNED_IN);
        assertThat(only(ada).details())
                .containsOnly(
                        Map.entry(AuditDetail.SESSION_ID, again.sessionId().value()),
                        Map.entry(AuditDetail.CLIENT_ADDRESS, "192.0.2.7"));
    }

    @Test
    void a_wrong_password_is_recorded_although_it_is_refused() {
        assertThatThrownBy(() -> signIn("not the right one")).isInstanceOf(Refusal.class);

        assertThat(only(ada).action()).isEqualTo(AuditAction.SIGN_IN_FAILED);
        assertThat(only(ada).details()).containsOnly(Map.entry(AuditDetail.CLIENT_ADDRESS, "192.0.2.7"));
    }

    @Test
    void a_refresh_and_a_reuse_are_recorded() {
        RefreshToken token = registered.tokens().refreshToken();

        installation.accounts().refresh(FROM_AFAR, token);
        refused(() -> installation.accounts().refresh(FROM_AFAR, token));

        assertThat(later(ada))
                .extracting(AuditEntry::action)
                .containsExactly(AuditAction.TOKEN_REFRESHED, AuditAction.TOKEN_REUSED);
        assertThat(later(ada)).allMatch(entry -> entry.details().equals(session(ada)));
    }

    @Test
    void a_logout_is_recorded_once() {
        Caller.User other = installation.bearer(signIn(Installation.PASSWORD));

        installation.accounts().signOut(other);
        installation.accounts().signOut(other);

        assertThat(later(ada))
                .extracting(AuditEntry::action)
                .containsExactly(AuditAction.SIGNED_IN, AuditAction.SIGNED_OUT);
        assertThat(later(ada).getLast().details()).isEqualTo(session(other));
    }

    @Test
    void a_session_that_is_ended_from_the_list_is_recorded() {
        Caller.User other = installation.bearer(signIn(Installation.PASSWORD));

        installation.core().security().endSession(ada, other.sessionId());

        assertThat(later(ada).getLast().action()).isEqualTo(AuditAction.SESSION_REVOKED);
        assertThat(later(ada).getLast().details()).isEqualTo(session(other));
    }

    @Test
    void a_password_change_records_how_many_sessions_it_ended_and_a_refused_one_its_failure() {
        signIn(Installation.PASSWORD);
        Password next = new Password("another horse");

        refused(() -> installation.core().security().changePassword(ada, PasswordChange.of("wrong", next)));
        installation.core().security().changePassword(ada, PasswordChange.of(Installation.PASSWORD, next));

        assertThat(later(ada))
                .extracting(AuditEntry::action)
                .containsExactly(AuditAction.SIGNED_IN, AuditAction.SIGN_IN_FAILED, AuditAction.PASSWORD_CHANGED);
        assertThat(later(ada).get(1).details()).isEqualTo(session(ada));
        assertThat(later(ada).getLast().details()).containsEntry(AuditDetail.SESSIONS_ENDED, "1");
    }

    @Test
    void changes_of_profiles_are_recorded_with_the_profile() {
        ProfileId work = installation
                .core()
                .profiles()
                .add(ada, new NewProfile(new DisplayName("Work"), Optional.empty()))
                .profile()
                .id();
        installation
                .core()
                .profiles()
                .change(ada, work, new ProfileChange(Optional.of(new DisplayName("Job")), new Change.Kept<>()));
        installation.core().profiles().activate(ada, work);

        assertThat(later(ada))
                .extracting(AuditEntry::action)
                .containsExactly(AuditAction.PROFILE_ADDED, AuditAction.PROFILE_CHANGED, AuditAction.PROFILE_ACTIVATED);
        assertThat(later(ada))
                .allMatch(entry -> work.value().equals(entry.details().get(AuditDetail.PROFILE_ID)));
    }

    @Test
    void a_change_of_a_member_is_recorded_in_both_trails() {
        Caller.User bob = installation.someone();
        GroupId group = founded();

        installation.core().groups().add(ada, group, new NewMember(bob.profileId(), GroupRole.MEMBER));
        installation.core().groups().changeRole(ada, group, new NewMember(bob.profileId(), GroupRole.ADMIN));
        installation.core().groups().remove(ada, group, bob.profileId());
        installation.core().groups().delete(ada, group);

        AuditAction[] done = {AuditAction.MEMBER_ADDED, AuditAction.MEMBER_CHANGED, AuditAction.MEMBER_REMOVED};
        assertThat(later(bob)).extracting(AuditEntry::action).containsExactly(done);
        assertThat(later(bob).get(1).details())
                .containsOnly(
                        Map.entry(AuditDetail.GROUP_ID, group.value()),
                        Map.entry(AuditDetail.PROFILE_ID, bob.profileId().value()),
                        Map.entry(AuditDetail.ROLE, "admin"),
                        Map.entry(AuditDetail.ACTOR_PROFILE_ID, ada.profileId().value()));
        assertThat(later(ada))
                .extracting(AuditEntry::action)
                .containsExactly(AuditAction.GROUP_CREATED, done[0], done[1], done[2], AuditAction.GROUP_DELETED);
        assertThat(later(ada).get(1).details()).containsAllEntriesOf(session(ada));
    }

    @Test
    void a_member_who_leaves_is_recorded_once() {
        Caller.User bob = installation.someone();
        GroupId group = founded();
        installation.core().groups().add(ada, group, new NewMember(bob.profileId(), GroupRole.MEMBER));

        installation.core().groups().remove(bob, group, bob.profileId());

        assertThat(later(bob))
                .extracting(AuditEntry::action)
                .containsExactly(AuditAction.MEMBER_ADDED, AuditAction.MEMBER_REMOVED);
        assertThat(later(ada))
                .extracting(AuditEntry::action)
                .containsExactly(AuditAction.GROUP_CREATED, AuditAction.MEMBER_ADDED);
    }

    @Test
    void refused_requests_are_not_recorded() {
        Caller.User bob = installation.someone();

        refused(() -> installation.core().profiles().activate(ada, bob.profileId()));
        refused(() -> installation.core().security().endSession(ada, bob.sessionId()));
        refused(() -> installation.core().groups().delete(ada, new GroupId("grp_none")));

        assertThat(later(ada)).isEmpty();
        assertThat(later(bob)).isEmpty();
    }

    @Test
    void an_anonymous_caller_reads_no_trail() {
        assertThatThrownBy(() -> installation.core().audit().entries(Caller.anonymous(), PageRequest.first()))
                .isInstanceOf(Refusal.class);
    }
}
