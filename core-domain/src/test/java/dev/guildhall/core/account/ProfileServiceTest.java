package dev.guildhall.core.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Installation;
import dev.guildhall.core.Refused;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Change;
import dev.guildhall.ports.Limit;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.account.DisplayName;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.problem.AccountProblem;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.profile.Avatar;
import dev.guildhall.ports.profile.NewProfile;
import dev.guildhall.ports.profile.OwnProfile;
import dev.guildhall.ports.profile.ProfileActivation;
import dev.guildhall.ports.profile.ProfileChange;
import dev.guildhall.ports.profile.Profiles;
import dev.guildhall.ports.session.SignedIn;
import dev.guildhall.ports.session.TokenSet;
import dev.guildhall.testkit.contract.AtOnce;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

class ProfileServiceTest {
    private static final Problem NO_SUCH_PROFILE = new CommonProblem.NotFound("profile");
    private static final ProfileChange NOTHING = new ProfileChange(Optional.empty(), new Change.Kept<>());
    private static final NewProfile WORK =
            new NewProfile(new DisplayName("Ada at work"), Optional.of(new Avatar("https://example.org/ada.png")));

    private final Installation installation =
            new Installation(parts -> parts.adminEmails(Set.of(new Email("boss@example.org"))));
    private final Profiles profiles = installation.core().profiles();
    private final SignedIn signedIn = installation.register("ada@example.org");
    private final Caller.User ada = installation.bearer(signedIn);

    private OwnProfile added() {
        installation.time().advance(Duration.ofMillis(1));
        return profiles.add(ada, WORK);
    }

    private Caller.User bearer(ProfileActivation activation) {
        return installation.accounts().authenticate(Caller.anonymous(), activation.accessToken());
    }

    @Test
    void a_new_profile_is_listed_before_the_first_one_and_is_not_active() {
        OwnProfile work = added();

        Page<OwnProfile> page = profiles.list(ada, PageRequest.first());

        assertThat(page.items().getFirst()).isEqualTo(work);
        assertThat(page.items())
                .extracting(own -> own.profile().id())
                .containsExactly(work.profile().id(), ada.profileId());
        assertThat(page.items()).extracting(OwnProfile::isActive).containsExactly(false, true);
        assertThat(page.next()).isEmpty();
    }

    @Test
    void profiles_are_listed_in_pages() {
        OwnProfile middle = added();
        OwnProfile newest = added();

        Page<OwnProfile> first = profiles.list(ada, new PageRequest(new Limit(2), Optional.empty()));
        Page<OwnProfile> second = profiles.list(ada, new PageRequest(new Limit(2), first.next()));

        assertThat(first.items()).containsExactly(newest, middle);
        assertThat(second.items()).extracting(own -> own.profile().id()).containsExactly(ada.profileId());
        assertThat(second.next()).isEmpty();
    }

    @Test
    void an_account_has_20_profiles_at_most_although_many_are_made_at_once() throws Exception {
        Callable<Boolean> addition =
                Refused.orAccepted(() -> profiles.add(ada, WORK), new AccountProblem.TooManyProfiles(20));

        assertThat(AtOnce.run(Collections.nCopies(24, addition)))
                .filteredOn(done -> done)
                .hasSize(19);
        assertThat(profiles.list(ada, PageRequest.first()).items()).hasSize(20);
    }

    @Test
    void a_change_affects_only_the_named_fields() {
        ProfileId id = added().profile().id();
        DisplayName name = new DisplayName("Countess");

        OwnProfile renamed = profiles.change(ada, id, new ProfileChange(Optional.of(name), new Change.Kept<>()));
        OwnProfile cleared = profiles.change(ada, id, new ProfileChange(Optional.empty(), new Change.Cleared<>()));
        OwnProfile untouched = profiles.change(ada, id, NOTHING);

        assertThat(renamed.profile().displayName()).isEqualTo(name);
        assertThat(renamed.profile().avatar()).isEqualTo(WORK.avatar());
        assertThat(cleared.profile().avatar()).isEmpty();
        assertThat(untouched).isEqualTo(cleared);
        assertThat(profiles.list(ada, PageRequest.first()).items()).contains(untouched);
    }

    @Test
    void activating_gives_a_token_of_the_same_session_that_acts_as_the_profile() {
        ProfileId work = added().profile().id();

        ProfileActivation activation = profiles.activate(ada, work);

        assertThat(activation.activeProfileId()).isEqualTo(work);
        assertThat(activation.expiresIn()).isEqualTo(Duration.ofMinutes(15));
        assertThat(bearer(activation)).isEqualTo(new Caller.User(ada.userId(), work, ada.sessionId(), ada.roles()));
        assertThat(installation.accounts().session(ada).activeProfileId()).isEqualTo(work);
    }

    @Test
    void older_tokens_act_as_their_profile_and_new_ones_as_the_active_one() {
        ProfileId work = added().profile().id();

        profiles.activate(ada, work);
        TokenSet refreshed = installation
                .accounts()
                .refresh(Caller.anonymous(), signedIn.tokens().refreshToken());

        assertThat(installation.bearer(signedIn).profileId()).isEqualTo(ada.profileId());
        assertThat(installation
                        .accounts()
                        .authenticate(Caller.anonymous(), refreshed.accessToken())
                        .profileId())
                .isEqualTo(work);
    }

    @Test
    void activating_the_active_profile_gives_another_token() {
        ProfileActivation again = profiles.activate(ada, ada.profileId());

        assertThat(bearer(again)).isEqualTo(ada);
        assertThat(again.accessToken()).isNotEqualTo(signedIn.tokens().accessToken());
    }

    @Test
    void an_ended_session_activates_no_profile() {
        ProfileId work = added().profile().id();
        installation.accounts().signOut(ada);

        assertThat(Refused.by(() -> profiles.activate(ada, work))).isInstanceOf(CommonProblem.Unauthenticated.class);
        assertThat(installation
                        .stores()
                        .accounts()
                        .find(ada.userId())
                        .orElseThrow()
                        .activeProfileId())
                .isEqualTo(ada.profileId());
    }

    @Test
    void another_users_profile_is_not_found_also_for_an_admin() {
        List<Caller.User> others =
                List.of(installation.someone(), installation.bearer(installation.register("boss@example.org")));

        assertThat(others).allSatisfy(other -> {
            assertThat(Refused.by(() -> profiles.change(other, ada.profileId(), NOTHING)))
                    .isEqualTo(NO_SUCH_PROFILE);
            assertThat(Refused.by(() -> profiles.activate(other, ada.profileId())))
                    .isEqualTo(NO_SUCH_PROFILE);
            assertThat(Refused.by(() -> profiles.activate(other, new ProfileId("prf_unknown"))))
                    .isEqualTo(NO_SUCH_PROFILE);
        });
        assertThat(installation.bearer(signedIn).profileId()).isEqualTo(ada.profileId());
    }

    @Test
    void an_anonymous_caller_lists_no_profiles() {
        Caller stranger = Caller.anonymous();

        assertThat(List.of(
                        Refused.by(() -> profiles.list(stranger, PageRequest.first())),
                        Refused.by(() -> profiles.add(stranger, WORK)),
                        Refused.by(() -> profiles.change(stranger, ada.profileId(), NOTHING)),
                        Refused.by(() -> profiles.activate(stranger, ada.profileId()))))
                .allMatch(CommonProblem.Unauthenticated.class::isInstance);
    }

    @Test
    void a_token_of_another_profile_lives_no_longer_than_its_session() {
        ProfileId work = added().profile().id();
        installation.time().advance(Duration.ofDays(29));
        TokenSet tokens = refreshed(refreshed(refreshed(signedIn.tokens(), 29), 29), 0);
        installation.time().advance(Duration.ofDays(3).minusSeconds(10).minusMillis(1));

        ProfileActivation activation = profiles.activate(ada, work);

        assertThat(tokens.refreshToken()).isNotEqualTo(signedIn.tokens().refreshToken());
        assertThat(activation.expiresIn()).isEqualTo(Duration.ofSeconds(10));
    }

    private TokenSet refreshed(TokenSet tokens, int daysLater) {
        TokenSet next = installation.accounts().refresh(Caller.anonymous(), tokens.refreshToken());
        installation.time().advance(Duration.ofDays(daysLater));
        return next;
    }
}
