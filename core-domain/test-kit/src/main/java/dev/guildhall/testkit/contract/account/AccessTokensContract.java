package dev.guildhall.testkit.contract.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.Role;
import dev.guildhall.testkit.Sample;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.session.AccessClaims;
import dev.guildhall.ports.session.AccessToken;
import dev.guildhall.ports.session.AccessTokens;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every {@link AccessTokens} does. */
public interface AccessTokensContract {
    AccessTokens accessTokens();

    /** The clock that the tokens are checked with. */
    InstantSource clock();

    private AccessClaims claims(Duration left, EnumSet<Role> roles) {
        Instant now = clock().instant().truncatedTo(ChronoUnit.SECONDS);
        Caller.User bearer = new Caller.User(
                new UserId(Sample.id("usr")), new ProfileId(Sample.id("prf")), new SessionId(Sample.id("ses")), roles);
        return new AccessClaims(bearer, now.minusSeconds(900), now.plus(left));
    }

    private AccessClaims goodClaims() {
        return claims(Duration.ofMinutes(15), EnumSet.of(Role.USER));
    }

    private Problem problemWith(String token) {
        return catchThrowableOfType(Refusal.class, () -> accessTokens().verify(new AccessToken(token)))
                .problem();
    }

    @Test
    default void a_token_has_the_claims_of_its_issue() {
        AccessClaims user = goodClaims();
        AccessClaims admin = claims(Duration.ofMinutes(1), EnumSet.of(Role.USER, Role.ADMIN));

        AccessToken ofUser = accessTokens().issue(user);
        AccessToken ofAdmin = accessTokens().issue(admin);

        assertThat(accessTokens().verify(ofUser)).isEqualTo(user);
        assertThat(accessTokens().verify(ofAdmin)).isEqualTo(admin);
    }

    @Test
    default void two_tokens_with_the_same_claims_differ() {
        AccessClaims claims = goodClaims();

        AccessToken first = accessTokens().issue(claims);
        AccessToken second = accessTokens().issue(claims);

        assertThat(first.value()).isNotEqualTo(second.value());
        assertThat(accessTokens().verify(first)).isEqualTo(accessTokens().verify(second));
    }

    @Test
    default void a_token_has_expired_from_the_second_that_it_names() {
        AccessToken token = accessTokens().issue(claims(Duration.ZERO, EnumSet.of(Role.USER)));

        assertThat(problemWith(token.value())).isEqualTo(new CommonProblem.TokenExpired());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "garbage", ".", "..", "a.b.c", "e30.e30.e30", "ключ 🔑", "Bearer x"})
    default void garbage_is_no_token(String garbage) {
        assertThat(problemWith(garbage)).isInstanceOf(CommonProblem.Unauthenticated.class);
    }

    @Test
    default void a_token_that_was_cut_or_lengthened_is_none_any_more() {
        String token = accessTokens().issue(goodClaims()).value();

        Problem withoutEnd = problemWith(token.substring(0, token.length() - 1));
        Problem half = problemWith(token.substring(0, token.length() / 2));
        Problem withoutBeginning = problemWith(token.substring(1));
        Problem longer = problemWith(token + "AAAA");

        assertThat(withoutEnd).isInstanceOf(CommonProblem.Unauthenticated.class);
        assertThat(half).isInstanceOf(CommonProblem.Unauthenticated.class);
        assertThat(withoutBeginning).isInstanceOf(CommonProblem.Unauthenticated.class);
        assertThat(longer).isInstanceOf(CommonProblem.Unauthenticated.class);
    }

    @Test
    default void an_expired_token_that_was_changed_is_not_called_expired() {
        String token = accessTokens()
                .issue(claims(Duration.ofSeconds(-1), EnumSet.of(Role.USER)))
                .value();

        Problem problem = problemWith(token.substring(0, token.length() - 4));

        assertThat(problem).isInstanceOf(CommonProblem.Unauthenticated.class);
    }
}
