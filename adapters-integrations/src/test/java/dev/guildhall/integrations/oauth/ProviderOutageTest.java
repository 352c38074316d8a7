package dev.guildhall.integrations.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.guildhall.integrations.provider.Loopback;
import dev.guildhall.integrations.provider.OAuthTimeouts;
import dev.guildhall.integrations.provider.TransportFault;
import dev.guildhall.ports.oauth.AuthorizationCode;
import dev.guildhall.ports.oauth.AuthorizationRequest;
import dev.guildhall.ports.oauth.OAuthProvider;
import dev.guildhall.ports.oauth.OAuthState;
import dev.guildhall.ports.problem.AccountProblem;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A provider that is down, slow, or sends invalid responses. */
class ProviderOutageTest {
    private static final Problem DOWN = new AccountProblem.ProviderUnavailable("acme");
    private static final OAuthTimeouts IMPATIENT =
            new OAuthTimeouts(Duration.ofSeconds(5), Duration.ofMillis(300), Duration.ofSeconds(5));

    @AutoClose
    private final StrictProvider acme = new StrictProvider();

    private final OAuthProvider provider = provider(OAuthTimeouts.DEFAULT);
    private final OAuthProvider impatient = provider(IMPATIENT);

    private OAuthProvider provider(OAuthTimeouts timeouts) {
        return ProviderFixture.provider(
                ProviderFixture.client("acme", acme.issuer()), timeouts, InstantSource.system());
    }

    private static void begin(OAuthProvider provider) {
        provider.authorizationUrl(
                new AuthorizationRequest(ProviderFixture.BACK, new OAuthState("a state"), ProviderFixture.PROOF));
    }

    @ParameterizedTest
    @EnumSource
    void a_discovery_document_that_fails_stops_the_beginning_and_a_later_one_goes_on(TransportFault fault) {
        acme.http().fails(StrictProvider.DISCOVERY, fault);

        OAuthProvider asked = fault == TransportFault.IS_SILENT ? impatient : provider;
        Problem problem = Loopback.refused(() -> begin(asked));
        acme.http().works(StrictProvider.DISCOVERY);

        assertThat(problem).isEqualTo(DOWN);
        assertThat(ProviderFixture.signIn(provider).key().subject()).isEqualTo("ada");
    }

    @ParameterizedTest
    @EnumSource
    void a_failing_endpoint_signs_no_user_in(TransportFault fault) {
        acme.tellsOnlyWhenAsked();
        for (String path : List.of(StrictProvider.TOKEN, StrictProvider.KEYS, StrictProvider.USER_INFO)) {
            AuthorizationCode code = ProviderFixture.code(provider);
            acme.http().fails(path, fault);
            assertThat(Loopback.refused(() -> ProviderFixture.exchange(impatient, code)))
                    .as(path)
                    .isEqualTo(DOWN);
            acme.http().works(path);
        }
    }

    @Test
    void an_address_without_a_server_is_a_provider_that_is_down() {
        acme.close();

        assertThat(Loopback.refused(() -> begin(provider))).isEqualTo(DOWN);
    }

    @Test
    void a_document_of_another_issuer_is_not_taken() {
        OAuthProvider misled = ProviderFixture.provider(ProviderFixture.client("acme", acme.issuer() + "/"));

        assertThat(Loopback.refused(() -> ProviderFixture.code(misled))).isEqualTo(DOWN);
    }

    static Stream<ThreadFactory> threads() {
        return Stream.of(Thread.ofVirtual().factory(), Thread.ofPlatform().factory());
    }

    @ParameterizedTest
    @MethodSource("threads")
    void an_interrupt_ends_a_call_to_a_silent_provider(ThreadFactory threads) throws InterruptedException {
        AuthorizationCode code = ProviderFixture.code(provider);
        acme.http().fails(StrictProvider.TOKEN, TransportFault.IS_SILENT);
        AtomicReference<Throwable> thrown = new AtomicReference<>();

        Thread caller =
                threads.newThread(() -> thrown.set(catchThrowable(() -> ProviderFixture.exchange(provider, code))));
        caller.start();
        acme.http().awaitCall(StrictProvider.TOKEN);
        caller.interrupt();
        caller.join();

        assertThat(thrown.get()).extracting("problem").isEqualTo(new CommonProblem.Cancelled());
    }
}
