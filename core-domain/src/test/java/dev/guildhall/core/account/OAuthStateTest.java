package dev.guildhall.core.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Limits;
import dev.guildhall.core.Refused;
import dev.guildhall.core.config.OAuthLimits;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.oauth.AuthorizationCode;
import dev.guildhall.ports.oauth.BegunSignIn;
import dev.guildhall.ports.oauth.OAuthGrant;
import dev.guildhall.ports.oauth.OAuthState;
import dev.guildhall.ports.oauth.ProviderDetails;
import dev.guildhall.ports.oauth.RedirectUri;
import dev.guildhall.ports.problem.AccountProblem;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.session.SignedIn;
import dev.guildhall.testkit.contract.AtOnce;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** The flow from the beginning of a sign-in to the return of the browser. */
class OAuthStateTest {
    private static final Problem STALE = new AccountProblem.StateNotValid();

    private final OAuthFixture fixture = new OAuthFixture();
    private final FakeProvider acme = fixture.acme;

    private BegunSignIn begun() {
        return fixture.oauth().begin(Caller.anonymous(), OAuthFixture.name("acme"), OAuthFixture.BACK);
    }

    private AuthorizationCode code() {
        return acme.verified("ada", "ada@example.org");
    }

    private SignedIn signIn(String provider, RedirectUri redirectUri, OAuthState state) {
        OAuthGrant grant = new OAuthGrant(OAuthFixture.name(provider), code(), redirectUri, Optional.of(state));
        return fixture.oauth().signIn(Caller.anonymous(), grant);
    }

    private SignedIn signIn(OAuthState state) {
        return signIn("acme", OAuthFixture.BACK, state);
    }

    @Test
    void the_exchange_carries_the_proof_that_the_beginning_made() {
        BegunSignIn begun = begun();

        signIn(begun.state());

        assertThat(begun.authorizationUrl()).hasParameter("state", begun.state().value());
        assertThat(acme.exchanged().proof()).contains(acme.asked());
        assertThat(acme.asked().verifier())
                .hasSize(43)
                .isNotEqualTo(acme.asked().nonce());
    }

    @Test
    void without_a_state_the_exchange_carries_no_proof() {
        begun();

        fixture.signIn(code());

        assertThat(acme.exchanged().proof()).isEmpty();
    }

    @Test
    void a_state_is_good_once() {
        BegunSignIn begun = begun();
        signIn(begun.state());

        assertThat(Refused.by(() -> signIn(begun.state()))).isEqualTo(STALE);
        assertThat(acme.exchanges()).isEqualTo(1);
    }

    @Test
    void of_many_that_come_back_with_one_state_at_once_one_is_signed_in() throws Exception {
        BegunSignIn begun = begun();
        List<Callable<Boolean>> returns = Collections.nCopies(8, Refused.orAccepted(() -> signIn(begun.state())));

        assertThat(AtOnce.run(returns)).containsOnlyOnce(true);
    }

    @Test
    void a_state_is_good_for_ten_minutes() {
        BegunSignIn inTime = begun();
        BegunSignIn late = begun();

        fixture.installation.time().advance(Duration.ofMinutes(10).minusMillis(1));
        signIn(inTime.state());
        fixture.installation.time().advance(Duration.ofMillis(1));

        assertThat(Refused.by(() -> signIn(late.state()))).isEqualTo(STALE);
    }

    @Test
    void a_state_of_another_provider_or_address_is_refused_and_used_up() {
        OAuthState forProvider = begun().state();
        OAuthState forAddress = begun().state();
        RedirectUri elsewhere = new RedirectUri("https://app.example/elsewhere");

        Problem otherProvider = Refused.by(() -> signIn("other", OAuthFixture.BACK, forProvider));
        Problem otherAddress = Refused.by(() -> signIn("acme", elsewhere, forAddress));

        assertThat(List.of(otherProvider, otherAddress)).containsOnly(STALE);
        assertThat(Refused.by(() -> signIn(forProvider))).isEqualTo(STALE);
        assertThat(Refused.by(() -> signIn(forAddress))).isEqualTo(STALE);
        assertThat(acme.exchanges() + fixture.other.exchanges()).isZero();
    }

    @Test
    void a_made_up_state_is_refused() {
        assertThat(Refused.by(() -> signIn(new OAuthState("made up")))).isEqualTo(STALE);
    }

    @Test
    void a_code_that_the_provider_refuses_opens_no_session() {
        OAuthGrant grant = OAuthFixture.grant(acme, new AuthorizationCode("made up"));

        Problem problem = Refused.by(() -> fixture.oauth().signIn(Caller.anonymous(), grant));

        assertThat(problem).isEqualTo(new AccountProblem.CodeRefusedWithoutState());
        assertThat(problem.message()).contains("no state was sent", "PKCE");
    }

    @Test
    void a_code_that_the_provider_refuses_with_a_state_is_not_reported_as_a_missing_state() {
        OAuthGrant grant = new OAuthGrant(
                OAuthFixture.name("acme"),
                new AuthorizationCode("made up"),
                OAuthFixture.BACK,
                Optional.of(begun().state()));

        Problem problem = Refused.by(() -> fixture.oauth().signIn(Caller.anonymous(), grant));

        assertThat(problem).isEqualTo(new AccountProblem.CodeRefused());
    }

    @Test
    void a_code_without_a_required_state_is_not_exchanged() {
        OAuthFixture strict = new OAuthFixture(
                parts -> parts.limits(Limits.DEFAULT.withOAuth(OAuthLimits.DEFAULT.withStateRequired(true))));

        Problem problem = Refused.by(() -> strict.signIn(strict.acme.verified("ada", "ada@example.org")));

        assertThat(problem.message()).isEqualTo("state: is required");
        assertThat(strict.acme.exchanges()).isZero();
    }

    @Test
    void a_state_links_an_identity_to_the_account_that_began_with_it_alone() {
        Caller.User ada = fixture.installation.someone();
        Caller.User eve = fixture.installation.someone();
        OAuthState ofAda = begun(ada);
        OAuthState ofAdaToo = begun(ada);
        OAuthState ofNobody = begun().state();

        Problem foreign = Refused.by(() -> link(eve, ofAda));
        Problem again = Refused.by(() -> link(ada, ofAda));
        Problem anonymous = Refused.by(() -> link(ada, ofNobody));
        link(ada, ofAdaToo);

        assertThat(List.of(foreign, again, anonymous)).containsOnly(STALE);
        assertThat(acme.exchanges()).isEqualTo(1);
        assertThat(fixture.oauth().identities(eve, PageRequest.first()).items()).isEmpty();
        assertThat(fixture.oauth().identities(ada, PageRequest.first()).items()).hasSize(1);
    }

    @Test
    void a_state_that_was_begun_with_an_access_token_signs_in_too() {
        OAuthState state = begun(fixture.installation.someone());

        assertThat(signIn(state).userId()).isNotNull();
    }

    private OAuthState begun(Caller caller) {
        return fixture.oauth()
                .begin(caller, OAuthFixture.name("acme"), OAuthFixture.BACK)
                .state();
    }

    private void link(Caller caller, OAuthState state) {
        fixture.oauth()
                .link(caller, new OAuthGrant(OAuthFixture.name("acme"), code(), OAuthFixture.BACK, Optional.of(state)));
    }

    @Test
    void a_provider_that_is_down_is_said_to_be() {
        acme.goDown();

        Problem beginning = Refused.by(this::begun);
        Problem end = Refused.by(() -> fixture.signIn(code()));

        assertThat(List.of(beginning, end)).containsOnly(new AccountProblem.ProviderUnavailable("acme"));
    }

    @Test
    void an_unknown_provider_is_a_malformed_request() {
        Problem problem = Refused.by(
                () -> fixture.oauth().begin(Caller.anonymous(), OAuthFixture.name("unknown"), OAuthFixture.BACK));

        assertThat(problem)
                .isInstanceOfSatisfying(
                        CommonProblem.Invalid.class,
                        invalid -> assertThat(invalid.message()).isEqualTo("provider: there is no provider unknown"));
    }

    @Test
    void the_providers_are_listed_in_their_order() {
        assertThat(fixture.oauth().providers(Caller.anonymous()))
                .extracting(ProviderDetails::name)
                .containsExactly(OAuthFixture.name("acme"), OAuthFixture.name("other"));
    }

    @Test
    void an_address_that_the_installation_does_not_allow_is_refused_at_both_ends() {
        OAuthFixture narrow = new OAuthFixture(
                parts -> parts.allowedRedirects(List.of(new RedirectUri("https://elsewhere.example"))));

        Problem beginning = Refused.by(
                () -> narrow.oauth().begin(Caller.anonymous(), OAuthFixture.name("acme"), OAuthFixture.BACK));
        Problem end = Refused.by(() -> narrow.signIn(narrow.acme.verified("ada", "ada@example.org")));

        assertThat(List.of(beginning, end)).allMatch(CommonProblem.Invalid.class::isInstance);
        assertThat(narrow.acme.exchanges()).isZero();
    }
}
