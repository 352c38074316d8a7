package dev.guildhall.integrations.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.guildhall.integrations.provider.Loopback;
import dev.guildhall.integrations.provider.ProviderReply;
import dev.guildhall.integrations.provider.TransportFault;
import dev.guildhall.ports.account.DisplayName;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.oauth.AuthorizationCode;
import dev.guildhall.ports.oauth.AuthorizationRequest;
import dev.guildhall.ports.oauth.CodeExchange;
import dev.guildhall.ports.oauth.ExternalIdentity;
import dev.guildhall.ports.oauth.IdentityKey;
import dev.guildhall.ports.oauth.OAuthProof;
import dev.guildhall.ports.oauth.OAuthProvider;
import dev.guildhall.ports.oauth.OAuthState;
import dev.guildhall.ports.oauth.RedirectUri;
import dev.guildhall.ports.problem.AccountProblem;
import dev.guildhall.ports.problem.Problem;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

@Isolated("some tests look at all that the package logs")
class OpenIdProviderTest {
    private static final Problem REFUSED = new AccountProblem.CodeRefused();
    private static final Problem UNTRUSTED = new AccountProblem.ProviderUnavailable("acme");

    @AutoClose
    private final StrictProvider acme = new StrictProvider();

    private final OAuthProvider provider = ProviderFixture.provider(ProviderFixture.client("acme", acme.issuer()));

    private Problem refusedWith(CodeExchange exchange) {
        return Loopback.refused(() -> provider.exchange(exchange));
    }

    private Optional<OAuthProof> verifier(String verifier) {
        return Optional.of(new OAuthProof(verifier, ProviderFixture.PROOF.nonce()));
    }

    @Test
    void a_person_who_comes_back_is_who_the_provider_says() {
        ExternalIdentity ada = ProviderFixture.signIn(provider);

        assertThat(ada)
                .isEqualTo(new ExternalIdentity(
                        new IdentityKey(acme.issuer(), "ada"),
                        Optional.of(new Email("ada@example.org")),
                        true,
                        Optional.of(new DisplayName("Ada Lovelace"))));
    }

    @Test
    void a_token_endpoint_on_another_host_is_warned_of_once_when_it_is_discovered_since_it_gets_the_secret() {
        ConfiguredProviders same = configured();
        ConfiguredProviders moved = configured();

        List<ILoggingEvent> silent = logged(() -> {
            same.discover();
            ProviderFixture.signIn(same.all().getFirst());
        });
        acme.takesSecretsAt("localhost");
        List<ILoggingEvent> warned = logged(() -> {
            moved.discover();
            ProviderFixture.signIn(moved.all().getFirst());
        });

        assertThat(silent).isEmpty();
        assertThat(warned).singleElement().satisfies(line -> {
            assertThat(line.getLevel()).isEqualTo(Level.WARN);
            assertThat(line.getFormattedMessage()).contains("acme", "localhost").doesNotContain(Codes.SECRET);
        });
    }

    @Test
    void a_document_that_cannot_be_read_at_the_start_is_one_warning_and_read_at_the_first_sign_in() {
        ConfiguredProviders providers = configured();
        acme.http().fails(StrictProvider.DISCOVERY, TransportFault.IS_GARBAGE);

        List<ILoggingEvent> warned = logged(providers::discover);
        acme.http().works(StrictProvider.DISCOVERY);

        assertThat(warned).singleElement().satisfies(line -> {
            assertThat(line.getLevel()).isEqualTo(Level.WARN);
            assertThat(line.getFormattedMessage()).contains("acme", "the discovery document cannot be read");
        });
        assertThat(ProviderFixture.signIn(providers.all().getFirst()).key().subject())
                .isEqualTo("ada");
    }

    private ConfiguredProviders configured() {
        return ConfiguredProviders.of(List.of(ProviderFixture.client("acme", acme.issuer())), InstantSource.system());
    }

    /** The log events of the package during the work. */
    private static List<ILoggingEvent> logged(Runnable work) {
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger(OpenIdProvider.class.getPackageName());
        log.start();
        logger.addAppender(log);
        work.run();
        logger.detachAppender(log);
        return List.copyOf(log.list);
    }

    @Test
    void the_browser_is_sent_with_a_challenge_a_nonce_and_a_state_and_without_the_verifier() {
        URI address = provider.authorizationUrl(
                new AuthorizationRequest(ProviderFixture.BACK, new OAuthState("a state"), ProviderFixture.PROOF));

        assertThat(address)
                .hasParameter("code_challenge", Loopback.s256(ProviderFixture.PROOF.verifier()))
                .hasParameter("code_challenge_method", "S256")
                .hasParameter("nonce", "the nonce")
                .hasParameter("state", "a state")
                .hasParameter("redirect_uri", ProviderFixture.BACK.value())
                .hasParameter("scope", "openid email profile");
        assertThat(address.toString()).doesNotContain(ProviderFixture.PROOF.verifier());
    }

    @Test
    void a_code_is_good_once() {
        AuthorizationCode code = ProviderFixture.code(provider);
        ProviderFixture.exchange(provider, code);

        assertThat(Loopback.refused(() -> ProviderFixture.exchange(provider, code)))
                .isEqualTo(REFUSED);
    }

    @Test
    void a_code_without_the_verifier_of_its_challenge_is_refused() {
        CodeExchange without = new CodeExchange(ProviderFixture.code(provider), ProviderFixture.BACK, Optional.empty());
        CodeExchange wrong =
                new CodeExchange(ProviderFixture.code(provider), ProviderFixture.BACK, verifier("w".repeat(43)));

        assertThat(List.of(refusedWith(without), refusedWith(wrong))).containsOnly(REFUSED);
    }

    @Test
    void a_code_for_another_address_is_refused() {
        RedirectUri elsewhere = new RedirectUri("http://localhost:3000/elsewhere");
        CodeExchange exchange =
                new CodeExchange(ProviderFixture.code(provider), elsewhere, Optional.of(ProviderFixture.PROOF));

        assertThat(refusedWith(exchange)).isEqualTo(REFUSED);
    }

    @Test
    void a_sign_in_that_was_begun_elsewhere_needs_neither_verifier_nor_nonce() {
        URI asked = URI.create(acme.issuer() + "/authorize?tenant=a%20b&response_type=code&scope=openid&client_id="
                + "guildhall%20client&redirect_uri=" + ProviderFixture.BACK.value());
        AuthorizationCode code = new AuthorizationCode(Browser.visit(asked).code());

        ExternalIdentity ada = provider.exchange(new CodeExchange(code, ProviderFixture.BACK, Optional.empty()));

        assertThat(ada.key().subject()).isEqualTo("ada");
    }

    @Test
    void leaving_the_state_out_got_around_the_nonce() {
        URI asked = URI.create(acme.issuer() + "/authorize?tenant=a%20b&response_type=code&scope=openid&client_id="
                + "guildhall%20client&nonce=mine&redirect_uri=" + ProviderFixture.BACK.value());
        AuthorizationCode code = new AuthorizationCode(Browser.visit(asked).code());

        assertThat(refusedWith(new CodeExchange(code, ProviderFixture.BACK, Optional.empty())))
                .isEqualTo(REFUSED);
    }

    @Test
    void an_address_that_a_text_calls_verified_is_not() {
        acme.signsIn("joe", Map.of("email", "joe@example.org", "email_verified", "true"));
        ExternalIdentity told = ProviderFixture.signIn(provider);
        acme.tellsOnlyWhenAsked();
        ExternalIdentity asked = ProviderFixture.signIn(provider);

        assertThat(List.of(told, asked))
                .extracting(ExternalIdentity::email)
                .containsOnly(Optional.of(new Email("joe@example.org")));
        assertThat(List.of(told, asked))
                .extracting(ExternalIdentity::emailVerified)
                .containsOnly(false);
    }

    @Test
    void what_is_no_address_is_left_out() {
        acme.signsIn("eve", Map.of("email", "no address", "email_verified", true, "name", "x".repeat(300)));
        ExternalIdentity eve = ProviderFixture.signIn(provider);

        assertThat(eve.email()).isEmpty();
        assertThat(eve.emailVerified()).isFalse();
        assertThat(eve.name()).contains(new DisplayName("x".repeat(100)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"\uff41da@example.org", "ada@\uff45xample.org", "\u212aate@example.org", "\u017fue@example.org"})
    void an_address_that_normalisation_changes_is_not_verified(String written) {
        acme.signsIn("eve", Map.of("email", written, "email_verified", true));

        ExternalIdentity eve = ProviderFixture.signIn(provider);

        assertThat(eve.email()).isPresent();
        assertThat(eve.verifiedEmail()).isEmpty();
    }

    @Test
    void an_address_in_capitals_stays_verified() {
        acme.signsIn("joe", Map.of("email", "Joe.\u00c9@Example.org", "email_verified", true));

        assertThat(ProviderFixture.signIn(provider).verifiedEmail()).contains(new Email("joe.\u00e9@example.org"));
    }

    @Test
    void what_the_id_token_leaves_out_is_asked_for() {
        acme.tellsOnlyWhenAsked();

        ExternalIdentity ada = ProviderFixture.signIn(provider);

        assertThat(ada.verifiedEmail()).contains(new Email("ada@example.org"));
        assertThat(ada.name()).contains(new DisplayName("Ada Lovelace"));
    }

    @Test
    void a_client_proves_itself_in_the_way_that_the_provider_offers() {
        acme.wantsTheSecretInTheForm();

        assertThat(ProviderFixture.signIn(provider).key().subject()).isEqualTo("ada");
    }

    @Test
    void a_wrong_secret_is_a_fault_of_this_installation_and_not_of_the_code() {
        ClientOptions wrong = new ClientOptions(
                provider.details().name(), Optional.of(acme.issuer()), Codes.CLIENT, Optional.of("wrong"));
        OAuthProvider misconfigured = ProviderFixture.provider(wrong);

        assertThat(Loopback.refused(() -> ProviderFixture.signIn(misconfigured)))
                .isEqualTo(UNTRUSTED);
    }

    @Test
    void no_secret_is_in_any_text_form() {
        ClientOptions options = ProviderFixture.client("acme", acme.issuer());
        CodeExchange exchange = new CodeExchange(
                new AuthorizationCode("the code"), ProviderFixture.BACK, Optional.of(ProviderFixture.PROOF));

        assertThat(options.toString() + exchange + new ProviderReply(200, "", "tokens"))
                .doesNotContain(Codes.SECRET, "the code", ProviderFixture.PROOF.verifier(), "tokens");
    }
}
