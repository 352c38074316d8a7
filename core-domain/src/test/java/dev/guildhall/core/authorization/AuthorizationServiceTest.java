package dev.guildhall.core.authorization;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Installation;
import dev.guildhall.core.Refused;
import dev.guildhall.core.security.Secrets;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.authorization.Authorizations;
import dev.guildhall.ports.authorization.ClientRedirect;
import dev.guildhall.ports.authorization.CodeChallenge;
import dev.guildhall.ports.authorization.CodeRedemption;
import dev.guildhall.ports.authorization.OAuthClient;
import dev.guildhall.ports.problem.AccountProblem.ClientRefused;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.session.ClientId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AuthorizationServiceTest {
    private static final String VERIFIER = "verifier";
    private static final CodeChallenge CHALLENGE = new CodeChallenge(Secrets.challenge(VERIFIER));
    private static final List<ClientRedirect> REDIRECTS = List.of(new ClientRedirect("https://app.example/back"));
    private static final String DOCUMENT = "https://app.example/client.json";

    private final AtomicInteger reads = new AtomicInteger();
    private final Installation installation = new Installation(parts -> parts.clientDocuments((id, address) -> {
        reads.incrementAndGet();
        return new OAuthClient(id, "Described", REDIRECTS);
    }));
    private final Authorizations authorizations = installation.core().authorizations();
    private final Caller.User user = installation.bearer(installation.register("ada@example.org"));

    private Object redeem(ClientId client, String code) {
        return authorizations.redeem(Caller.anonymous(), new CodeRedemption(client, code, Optional.empty(), VERIFIER));
    }

    private ClientId registered() {
        return authorizations.register(Caller.anonymous(), "Peer", REDIRECTS).id();
    }

    private String code(ClientId client) {
        return authorizations.approve(user, client, Optional.empty(), CHALLENGE);
    }

    @Test
    void a_code_expires_after_a_minute() {
        ClientId client = registered();
        String late = code(client);
        installation.time().advance(AuthorizationLimits.CODE_LIFE);

        assertThat(Refused.by(() -> redeem(client, late)))
                .isInstanceOfSatisfying(
                        ClientRefused.class,
                        refused -> assertThat(refused.reason()).isEqualTo(ClientRefused.Reason.INVALID_GRANT));
    }

    @Test
    void a_client_is_described_by_the_document_at_its_identifier_which_is_read_again_when_it_is_old() {
        ClientId id = new ClientId(DOCUMENT);
        redeem(id, code(id));
        int first = reads.get();
        installation.time().advance(AuthorizationLimits.DOCUMENT_LIFE);

        assertThat(authorizations.consent(user, id, Optional.empty()).client().name())
                .isEqualTo("Described");
        assertThat(List.of(first, reads.get())).containsExactly(1, 2);
    }

    @Test
    void an_identifier_that_is_no_proper_address_is_not_read() {
        List<String> bad = List.of(
                "https://app.example",
                "https://app.example/",
                "https://user@app.example/client",
                "https://app.example/client#part",
                "https://app.example/a/../client",
                "https://app.example/a/%2e%2e/client",
                "http://app.example/client");

        assertThat(bad)
                .allSatisfy(id -> assertThat(
                                Refused.by(() -> authorizations.consent(user, new ClientId(id), Optional.empty())))
                        .isInstanceOf(ClientRefused.class));
        assertThat(reads).hasValue(0);
    }

    @Test
    void an_anonymous_caller_makes_the_server_read_nothing() {
        assertThat(Refused.by(
                        () -> authorizations.consent(Caller.anonymous(), new ClientId(DOCUMENT), Optional.empty())))
                .isInstanceOf(CommonProblem.Unauthenticated.class);
        assertThat(reads).hasValue(0);
    }

    @Test
    void clients_that_no_user_connected_are_swept_after_a_week() {
        ClientId connected = registered();
        ClientId unused = registered();
        redeem(connected, code(connected));
        installation.time().advance(Duration.ofDays(8));

        installation
                .stores()
                .oauthClients()
                .sweep(
                        installation.time().instant().minus(Duration.ofDays(7)),
                        installation.time().instant().minus(Duration.ofDays(365)),
                        10);

        assertThat(installation.stores().oauthClients().find(unused)).isEmpty();
        assertThat(installation.stores().oauthClients().find(connected)).isPresent();
    }
}
