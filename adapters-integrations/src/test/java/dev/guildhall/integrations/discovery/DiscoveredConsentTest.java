package dev.guildhall.integrations.discovery;

import static dev.guildhall.integrations.discovery.Issuer.answered;
import static dev.guildhall.integrations.discovery.Issuer.asked;
import static dev.guildhall.integrations.discovery.Issuer.request;
import static dev.guildhall.integrations.discovery.Issuer.scopes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.integrations.provider.Loopback;
import dev.guildhall.integrations.provider.TransportFault;
import dev.guildhall.ports.connection.BegunConsent;
import dev.guildhall.ports.connection.ConsentCode;
import dev.guildhall.ports.connection.ConsentRequest;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.connection.Grant;
import dev.guildhall.ports.problem.ToolProblem;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DiscoveredConsentTest {
    private static final ToolProblem REFUSED = new ToolProblem.ConsentRefused("remote");

    @AutoClose
    private final Issuer issuer = new Issuer();

    private String fault() {
        return Loopback.refused(() -> issuer.consent().begin(request())).message();
    }

    @Test
    void a_client_is_registered_once_and_the_code_is_exchanged_for_the_resource() {
        DiscoveredConsent consent = issuer.consent();

        BegunConsent begun = consent.begin(request());
        Grant grant = consent.exchange(answered(begun));
        consent.begin(request());

        assertThat(asked(begun))
                .containsEntry("client_id", "registered")
                .containsEntry("redirect_uri", Issuer.CALLBACK.toString())
                .containsEntry("resource", issuer.server().toString())
                .containsEntry("scope", "read write")
                .containsEntry("code_challenge", Loopback.s256(Issuer.VERIFIER))
                .containsEntry("code_challenge_method", "S256")
                .doesNotContainKey("prompt");
        assertThat(issuer.tokenRequests)
                .singleElement()
                .satisfies(sent -> assertThat(sent)
                        .containsEntry("resource", issuer.server().toString())
                        .containsEntry("code_verifier", Issuer.VERIFIER)
                        .doesNotContainKey("client_secret"));
        assertThat(issuer.authorizations).singleElement().asString().startsWith("Basic ");
        assertThat(grant.tokens().accessToken()).isEqualTo("access");
        assertThat(issuer.host.calls("/register")).isEqualTo(1);
    }

    @Test
    void tokens_are_refreshed_where_they_were_issued_even_when_the_server_has_moved() {
        try (Issuer other = new Issuer()) {
            DiscoveredConsent consent = issuer.consent();
            Credential.OAuthTokens tokens =
                    consent.exchange(answered(consent.begin(request()))).tokens();
            issuer.resource.putArray("authorization_servers").add(other.host.address());

            Grant refreshed = issuer.consent().refresh(tokens);

            assertThat(refreshed.tokens().registration()).isEqualTo(tokens.registration());
            assertThat(issuer.tokenRequests.getLast())
                    .containsEntry("grant_type", "refresh_token")
                    .containsEntry("refresh_token", "more")
                    .containsEntry("resource", issuer.server().toString());
            assertThat(other.tokenRequests).isEmpty();
        }
    }

    @Test
    void tokens_of_another_kind_of_sign_in_are_sent_nowhere() {
        Credential.OAuthTokens tokens = new Credential.OAuthTokens("old", Optional.of("old refresh"), Optional.empty());

        assertThat(Loopback.refused(() -> issuer.consent().refresh(tokens))).isEqualTo(REFUSED);
        assertThat(issuer.tokenRequests).isEmpty();
    }

    @Test
    void the_scopes_are_those_of_the_challenge_with_those_that_were_granted() {
        issuer.metadata.putArray("scopes_supported").add("offline_access");
        DiscoveredConsent consent = issuer.consent();
        consent.challenged(Optional.of(new Challenge(Optional.empty(), scopes("basic"), Optional.empty())));

        BegunConsent begun = consent.begin(request("granted", "missing"));

        assertThat(begun.scopes()).isEqualTo(scopes("granted", "missing", "basic", "offline_access"));
        assertThat(begun.grantable()).isEqualTo(scopes("offline_access", "read", "write", "basic"));
        assertThat(asked(begun))
                .containsEntry("scope", "granted missing basic offline_access")
                .containsEntry("prompt", "consent");
    }

    @Test
    void a_server_that_takes_documents_gets_the_address_of_ours() {
        issuer.metadata.put("client_id_metadata_document_supported", true);
        URI document = URI.create("https://guild.example/api/v1/integrations/remote/client.json");
        DiscoveredConsent consent = issuer.consent(Optional.empty(), Optional.of(document));

        BegunConsent begun = consent.begin(request());
        consent.exchange(answered(begun));

        assertThat(asked(begun)).containsEntry("client_id", document.toString());
        assertThat(issuer.tokenRequests.getFirst()).containsEntry("client_id", document.toString());
        assertThat(issuer.host.calls("/register")).isZero();
    }

    @Test
    void another_client_is_registered_when_the_address_of_this_installation_changes() {
        URI moved = URI.create("https://moved.example/api/v1/integrations/remote/callback");
        issuer.registration.remove("redirect_uris");
        DiscoveredConsent consent = issuer.consent();

        consent.begin(request());
        consent.begin(request());
        long before = issuer.host.calls("/register");
        consent.begin(new ConsentRequest(moved, List.of(), "state-2", Issuer.VERIFIER));

        assertThat(before).isEqualTo(1);
        assertThat(issuer.host.calls("/register")).isEqualTo(2);
    }

    @Test
    void a_configured_client_is_used_at_its_issuer_alone() {
        issuer.metadata.putArray("token_endpoint_auth_methods_supported").add("client_secret_post");
        ConfiguredClient own =
                new ConfiguredClient("ours", Optional.of("our secret"), Optional.of(issuer.host.address()));
        ConfiguredClient foreign =
                new ConfiguredClient("ours", Optional.of("our secret"), Optional.of("https://issuer.example"));
        DiscoveredConsent consent = issuer.consent(Optional.of(own), Optional.empty());

        consent.exchange(answered(consent.begin(request())));

        assertThat(issuer.tokenRequests.getFirst())
                .containsEntry("client_id", "ours")
                .containsEntry("client_secret", "our secret");
        assertThat(Loopback.refused(() -> issuer.consent(Optional.of(foreign), Optional.empty())
                                .begin(request()))
                        .message())
                .contains("another one than that of its OAuth client");
    }

    @Test
    void an_answer_of_another_issuer_is_refused_before_the_code_is_sent() {
        issuer.named = Optional.of("https://attacker.example");
        DiscoveredConsent consent = issuer.consent();
        BegunConsent begun = consent.begin(request());

        assertThat(Loopback.refused(() -> consent.exchange(answered(begun)))).isEqualTo(REFUSED);
        assertThat(issuer.tokenRequests).isEmpty();
    }

    @Test
    void an_answer_without_an_issuer_is_refused_where_the_server_says_that_it_names_itself() {
        issuer.metadata.put("authorization_response_iss_parameter_supported", true);
        DiscoveredConsent consent = issuer.consent();
        BegunConsent begun = consent.begin(request());
        ConsentCode unnamed = answered(begun);

        assertThat(Loopback.refused(() -> consent.exchange(unnamed))).isEqualTo(REFUSED);
        assertThat(consent.exchange(new ConsentCode(
                                unnamed.code(),
                                unnamed.callback(),
                                unnamed.verifier(),
                                Optional.of(issuer.host.address()),
                                unnamed.registration()))
                        .tokens()
                        .accessToken())
                .isEqualTo("access");
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://attacker.example", "%s/", ""})
    void metadata_that_name_another_issuer_are_refused(String other) {
        issuer.metadata.put("issuer", other.formatted(issuer.host.address()));

        assertThat(fault()).contains("name another issuer");
        assertThat(issuer.host.calls("/register")).isZero();
    }

    @Test
    void metadata_of_another_resource_are_refused() {
        issuer.resource.put("resource", "https://other.example/mcp");

        assertThat(fault()).contains("are of another resource");
    }

    @Test
    void a_server_without_pkce_is_refused() {
        issuer.metadata.putArray("code_challenge_methods_supported").add("plain");

        assertThat(fault()).contains("PKCE");
    }

    @Test
    void a_registration_with_another_redirect_is_refused_and_not_kept() {
        issuer.registration.putArray("redirect_uris").add("https://attacker.example/callback");

        assertThat(fault()).contains("another redirect address");

        DiscoveredConsent consent = issuer.consent();
        assertThat(Loopback.refused(() -> consent.begin(request()))).isInstanceOf(ToolProblem.class);
        issuer.registration.putArray("redirect_uris").add(Issuer.CALLBACK.toString());
        assertThat(asked(consent.begin(request()))).containsEntry("client_id", "registered");
    }

    @Test
    void metadata_are_not_read_from_an_inner_address_that_they_redirect_to() {
        try (Issuer inside = new Issuer()) {
            DiscoveredConsent consent = issuer.consent();
            issuer.host.on("/moved", (exchange, parameters) -> {
                exchange.getResponseHeaders().set("Location", inside.host.address() + "/secret");
                return new Loopback.Answer(302, "text/plain", "");
            });
            inside.serves("/secret", issuer.resource);
            consent.challenged(Optional.of(
                    new Challenge(Optional.of(issuer.host.address() + "/moved"), List.of(), Optional.empty())));

            assertThat(Loopback.refused(() -> consent.begin(request())))
                    .isInstanceOf(ToolProblem.IntegrationUnavailable.class);
            assertThat(inside.host.calls("/secret")).isZero();
        }
    }

    @Test
    void an_inner_address_that_the_metadata_name_gets_no_code() {
        try (Issuer inside = new Issuer()) {
            issuer.metadata.put("token_endpoint", inside.host.address() + "/token");
            DiscoveredConsent consent = issuer.consent();
            BegunConsent begun = consent.begin(request());

            assertThat(Loopback.refused(() -> consent.exchange(answered(begun))))
                    .isInstanceOf(ToolProblem.IntegrationUnavailable.class);
            assertThat(inside.tokenRequests).isEmpty();
        }
    }

    @Test
    void a_client_that_the_server_has_forgotten_is_registered_again() {
        DiscoveredConsent consent = issuer.consent();
        BegunConsent begun = consent.begin(request());
        issuer.host.fails("/token", TransportFault.FAILS);

        Loopback.refused(() -> consent.exchange(answered(begun)));
        consent.begin(request());

        assertThat(issuer.host.calls("/register")).isEqualTo(2);
    }

    @Test
    void a_secret_is_not_shown() {
        BegunConsent begun = issuer.consent().begin(request());

        assertThat(List.of(begun.toString(), answered(begun).toString())).noneMatch(text -> text.contains("secret"));
        assertThat(begun.registration())
                .hasValueSatisfying(text -> assertThat(Registration.read(text))
                        .hasValueSatisfying(read -> assertThat(read.toString()).doesNotContain("a secret")));
    }
}
