package dev.guildhall.integrations.consent;

import static dev.guildhall.integrations.consent.ConsentInstallation.scopes;
import static dev.guildhall.integrations.consent.ConsentInstallation.token;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.tool.connection.CredentialRefresher;
import dev.guildhall.integrations.provider.Loopback;
import dev.guildhall.integrations.provider.OAuthTimeouts;
import dev.guildhall.integrations.provider.ProviderHttp;
import dev.guildhall.integrations.provider.TransportFault;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.connection.Connection;
import dev.guildhall.ports.connection.ConsentResponse;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.problem.ToolProblem;
import dev.guildhall.testkit.contract.AtOnce;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** From a user's request to the provider and back, and the use of the tokens; the provider is a strict one. */
class ConsentWholeWayTest {
    private static final String BACK = "https://app.example/done?tab=2&integration=acme&";
    private static final Duration LIFE = Duration.ofHours(1);
    private static final ProviderHttp HTTP =
            new ProviderHttp(new OAuthTimeouts(Duration.ofSeconds(5), Duration.ofMillis(500), Duration.ofSeconds(5)));

    @AutoClose
    private final StrictConsentServer acme = new StrictConsentServer();

    private final ConsentInstallation guildhall = new ConsentInstallation(acme.options(), HTTP);
    private final Caller.User ada = guildhall.newUser();
    private final CredentialRefresher node = guildhall.node();

    private Connection connected() {
        assertThat(guildhall.connect(ada)).hasToString(BACK + "status=connected");
        return guildhall.connection(ada).orElseThrow();
    }

    private Connection expired() {
        Connection connection = connected();
        guildhall.time.advance(LIFE);
        return connection;
    }

    private int tokenCalls() {
        return acme.http().calls(StrictConsentServer.TOKEN);
    }

    private static List<Callable<Connection>> fifty(Callable<Connection> call) {
        return Collections.nCopies(50, call);
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"LETS_NOBODY_IN", "REDUCES_SCOPES_WITH_COMMAS"})
    void a_user_connects_and_stays_connected_in_whatever_manner_the_provider_answers(
            StrictConsentServer.Manner manner) {
        acme.is(manner);
        Connection first = connected();
        Connection second = node.renewed(first).orElseThrow();
        Connection third = node.renewed(second).orElseThrow();

        assertThat(third.grantedScopes()).isEqualTo(scopes("read", "write"));
        assertThat(third.revision()).isEqualTo(3);
        assertThat(acme.isGood(token(third))).isTrue();
    }

    @Test
    void a_consent_to_less_is_widened_later() {
        guildhall.connect(ada, "read");
        List<?> before = guildhall.connection(ada).orElseThrow().grantedScopes();

        guildhall.connect(ada, "write");

        assertThat(before).isEqualTo(scopes("read"));
        assertThat(guildhall.connection(ada).orElseThrow().grantedScopes()).isEqualTo(scopes("write", "read"));
    }

    @Test
    void reduced_scopes_are_what_counts() {
        acme.is(StrictConsentServer.Manner.REDUCES_SCOPES_WITH_COMMAS);

        assertThat(connected().grantedScopes()).isEqualTo(scopes("read"));
    }

    @Test
    void a_denial_is_handed_on_and_uses_the_state_up() {
        acme.is(StrictConsentServer.Manner.LETS_NOBODY_IN);
        ConsentResponse answer = Callback.of(ConsentInstallation.ACME, guildhall.begun(ada));

        URI back = guildhall.answered(answer);

        assertThat(back).hasToString(BACK + "error=access_denied");
        assertThat(Loopback.refused(() -> guildhall.answered(answer)))
                .isEqualTo(new ToolProblem.ConsentStateNotValid());
        assertThat(tokenCalls()).isZero();
    }

    @Test
    void a_state_that_is_replayed_or_late_exchanges_nothing() {
        ConsentResponse used = Callback.of(ConsentInstallation.ACME, guildhall.begun(ada));
        guildhall.answered(used);
        ConsentResponse late = Callback.of(ConsentInstallation.ACME, guildhall.begun(ada));
        guildhall.time.advance(Duration.ofMinutes(10));

        assertThat(List.of(
                        Loopback.refused(() -> guildhall.answered(used)),
                        Loopback.refused(() -> guildhall.answered(late))))
                .containsOnly(new ToolProblem.ConsentStateNotValid());
        assertThat(tokenCalls()).isEqualTo(1);
        assertThat(acme.isGood(token(guildhall.connection(ada).orElseThrow()))).isTrue();
    }

    @Test
    void a_code_of_one_user_does_not_connect_another_one() {
        Caller.User eve = guildhall.newUser();
        ConsentResponse adas = Callback.of(ConsentInstallation.ACME, guildhall.begun(ada));
        ConsentResponse eves = Callback.of(ConsentInstallation.ACME, guildhall.begun(eve));

        URI back = guildhall.answered(
                new ConsentResponse(ConsentInstallation.ACME, eves.state(), adas.code(), Optional.empty()));

        assertThat(back).hasToString(BACK + "error=exchange_failed");
        assertThat(guildhall.connection(eve)).isEmpty();
        assertThat(guildhall.connection(ada)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void a_failing_token_endpoint_neither_creates_nor_ends_a_connection(TransportFault fault) {
        Connection connection = expired();
        ConsentResponse fresh = Callback.of(ConsentInstallation.ACME, guildhall.begun(ada));
        acme.http().fails(StrictConsentServer.TOKEN, fault);

        assertThat(guildhall.answered(fresh)).hasToString(BACK + "error=temporarily_unavailable");
        acme.http().fails(StrictConsentServer.TOKEN, fault);
        assertThat(Loopback.refused(() -> node.fresh(connection)))
                .isInstanceOf(ToolProblem.IntegrationUnavailable.class);
        assertThat(guildhall.connection(ada)).contains(connection);
    }

    @RepeatedTest(3)
    void fifty_at_the_moment_of_expiry_cause_exactly_one_refresh() throws Exception {
        Connection connection = expired();
        int before = tokenCalls();

        List<Connection> fresh = AtOnce.run(fifty(() -> node.fresh(connection)));

        assertThat(tokenCalls() - before).isEqualTo(1);
        assertThat(new HashSet<>(fresh)).hasSize(1);
        assertThat(acme.isGood(token(fresh.getFirst()))).isTrue();
    }

    @RepeatedTest(3)
    void fifty_on_two_nodes_cause_exactly_one_refresh() throws Exception {
        Connection connection = expired();
        int before = tokenCalls();
        CredentialRefresher other = guildhall.node();
        List<Callable<Connection>> calls = new ArrayList<>();
        calls.addAll(Collections.nCopies(25, () -> node.fresh(connection)));
        calls.addAll(Collections.nCopies(25, () -> other.fresh(connection)));

        List<Connection> fresh = AtOnce.run(calls);

        assertThat(tokenCalls() - before).isEqualTo(1);
        assertThat(new HashSet<>(fresh)).hasSize(1);
        assertThat(acme.isGood(token(fresh.getFirst()))).isTrue();
    }

    @Test
    void a_grant_that_ended_at_the_provider_ends_here() {
        Connection connection = expired();
        new OAuthConsent(ConsentInstallation.ACME, acme.options(), HTTP, guildhall.time)
                .revoke((Credential.OAuthTokens) connection.credential());

        assertThat(Loopback.refused(() -> node.fresh(connection)))
                .isInstanceOf(ToolProblem.IntegrationNotConnected.class);
        assertThat(guildhall.connection(ada)).isEmpty();
    }

    @Test
    void a_disconnection_ends_the_grant_at_the_provider() {
        Connection connection = connected();

        guildhall.disconnect(ada);
        guildhall.disconnect(ada);

        assertThat(acme.isGood(token(connection))).isFalse();
        assertThat(acme.http().calls(StrictConsentServer.REVOKE)).isEqualTo(1);
        assertThat(guildhall.connection(ada)).isEmpty();
    }

    @Test
    void a_user_is_disconnected_even_when_the_provider_cannot_be_reached() {
        connected();
        acme.http().fails(StrictConsentServer.REVOKE, TransportFault.FAILS);

        guildhall.disconnect(ada);

        assertThat(guildhall.connection(ada)).isEmpty();
    }

    @Test
    void an_account_that_is_erased_during_the_consent_is_not_connected() {
        ConsentResponse answer = Callback.of(ConsentInstallation.ACME, guildhall.begun(ada));
        guildhall.erase(ada);

        assertThat(Loopback.refused(() -> guildhall.answered(answer)))
                .isEqualTo(new ToolProblem.ConsentStateNotValid());
        assertThat(tokenCalls()).isZero();
    }
}
