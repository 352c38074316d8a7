package dev.guildhall.core.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Installation;
import dev.guildhall.core.Refused;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.problem.AccountProblem;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.session.AccessToken;
import dev.guildhall.ports.session.RefreshToken;
import dev.guildhall.ports.session.SessionDetails;
import dev.guildhall.ports.session.SignedIn;
import dev.guildhall.ports.session.TokenSet;
import dev.guildhall.testkit.Sample;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SessionLifeTest {
    private static final Caller STRANGER = Caller.anonymous();
    private static final Problem NOT_GOOD = new AccountProblem.InvalidCredentials();

    private final Installation installation = new Installation();
    private final SignedIn signedIn = installation.register("ada@example.org");
    private final TokenSet first = signedIn.tokens();

    private TokenSet refresh(RefreshToken token) {
        return installation.accounts().refresh(STRANGER, token);
    }

    private Problem refusalOf(RefreshToken token) {
        return Refused.by(() -> refresh(token));
    }

    private Problem refusalOf(AccessToken token) {
        return Refused.by(() -> installation.accounts().authenticate(STRANGER, token));
    }

    @Test
    void a_refresh_gives_new_tokens_for_the_same_session() {
        TokenSet second = refresh(first.refreshToken());

        Caller.User caller = installation.accounts().authenticate(STRANGER, second.accessToken());
        assertThat(caller).isEqualTo(installation.bearer(signedIn));
        assertThat(second.refreshToken()).isNotEqualTo(first.refreshToken());
        assertThat(second.expiresIn()).isEqualTo(Duration.ofMinutes(15));
    }

    @Test
    void a_refresh_token_that_is_used_again_ends_the_session_with_all_its_tokens() {
        TokenSet second = refresh(first.refreshToken());

        assertThat(refusalOf(first.refreshToken())).isEqualTo(NOT_GOOD);
        assertThat(refusalOf(second.refreshToken())).isEqualTo(NOT_GOOD);
        assertThat(refusalOf(first.accessToken())).isInstanceOf(CommonProblem.Unauthenticated.class);
        assertThat(refusalOf(second.accessToken())).isInstanceOf(CommonProblem.Unauthenticated.class);
    }

    @Test
    void an_unknown_refresh_token_is_refused_and_ends_no_session() {
        List<String> garbage =
                List.of("", "ghr_garbage", "ключ", first.refreshToken().value() + "x");

        assertThat(garbage)
                .allSatisfy(
                        text -> assertThat(refusalOf(new RefreshToken(text))).isEqualTo(NOT_GOOD));

        assertThat(installation.bearer(signedIn).userId()).isEqualTo(signedIn.userId());
    }

    @Test
    void signing_out_ends_the_session_and_may_be_repeated() {
        Caller.User caller = installation.bearer(signedIn);

        installation.accounts().signOut(caller);
        installation.accounts().signOut(caller);

        assertThat(refusalOf(first.accessToken())).isInstanceOf(CommonProblem.Unauthenticated.class);
        assertThat(refusalOf(first.refreshToken())).isEqualTo(NOT_GOOD);
    }

    @Test
    void signing_out_leaves_other_sessions_of_the_account_alone() {
        Caller.User caller = installation.someone();

        installation.accounts().signOut(caller);

        assertThat(installation.bearer(signedIn).userId()).isEqualTo(signedIn.userId());
    }

    @Test
    void an_anonymous_caller_has_no_session_to_read_or_end() {
        assertThat(Refused.by(() -> installation.accounts().session(STRANGER)))
                .isInstanceOf(CommonProblem.Unauthenticated.class);
        assertThat(Refused.by(() -> installation.accounts().signOut(STRANGER)))
                .isInstanceOf(CommonProblem.Unauthenticated.class);
    }

    @Test
    void the_session_has_its_user_and_its_expiry() {
        assertThat(installation.accounts().session(installation.bearer(signedIn)))
                .isEqualTo(new SessionDetails(
                        signedIn.userId(),
                        signedIn.profileId(),
                        List.of(Role.USER),
                        Sample.NOW.plus(Duration.ofDays(90))));
    }

    @Test
    void the_details_of_a_session_were_shown_after_its_end() {
        Caller.User caller = installation.bearer(signedIn);
        installation.accounts().signOut(caller);

        Problem problem = Refused.by(() -> installation.accounts().session(caller));

        assertThat(problem).isInstanceOf(CommonProblem.Unauthenticated.class);
    }

    @Test
    void an_access_token_expires_after_its_life_and_a_refresh_gives_another() {
        installation.time().advance(Duration.ofMinutes(15));

        Problem problem = refusalOf(first.accessToken());
        TokenSet second = refresh(first.refreshToken());

        assertThat(problem).isEqualTo(new CommonProblem.TokenExpired());
        assertThat(installation
                        .accounts()
                        .authenticate(STRANGER, second.accessToken())
                        .userId())
                .isEqualTo(signedIn.userId());
    }

    @Test
    void a_refresh_token_expires_after_30_days() {
        installation.time().advance(Duration.ofDays(30));

        assertThat(refusalOf(first.refreshToken())).isEqualTo(NOT_GOOD);
    }

    @Test
    void a_session_ends_after_90_days_however_often_it_was_renewed() {
        TokenSet latest = first;
        for (int month = 1; month <= 3; month++) {
            installation.time().advance(Duration.ofDays(29));
            latest = refresh(latest.refreshToken());
        }
        TokenSet renewed = latest;
        installation.time().advance(Duration.ofDays(3).minusMinutes(1));
        TokenSet last = refresh(renewed.refreshToken());
        installation.time().advance(Duration.ofMinutes(1));

        assertThat(refusalOf(last.refreshToken())).isEqualTo(NOT_GOOD);
        assertThat(refusalOf(last.accessToken())).isInstanceOf(CommonProblem.TokenExpired.class);
        assertThat(last.expiresIn()).isEqualTo(Duration.ofMinutes(1));
    }
}
