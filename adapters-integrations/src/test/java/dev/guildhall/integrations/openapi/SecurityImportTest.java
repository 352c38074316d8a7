package dev.guildhall.integrations.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.integrations.httptool.CredentialPlace;
import dev.guildhall.ports.connection.AuthScheme;
import dev.guildhall.ports.problem.Violation;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecurityImportTest {
    private static final String SCHEMES = """
        "components": {"securitySchemes": {
          "bearer": {"type": "http", "scheme": "Bearer"}, "basic": {"type": "http", "scheme": "basic"},
          "digest": {"type": "http", "scheme": "digest"}, "tls": {"type": "mutualTLS"},
          "header": {"type": "apiKey", "in": "header", "name": "X-Key"},
          "query": {"type": "apiKey", "in": "query", "name": "key"},
          "cookie": {"type": "apiKey", "in": "cookie", "name": "sid"},
          "host": {"type": "apiKey", "in": "header", "name": "Host"},
          "implicit": {"type": "oauth2", "flows": {"implicit": {"authorizationUrl": "https://x", "scopes": {}}}},
          "oidc": {"type": "openIdConnect", "openIdConnectUrl": "https://x"},
          "alias": {"$ref": "#/components/securitySchemes/header"},
          "code": {"type": "oauth2", "flows": {"authorizationCode":
            {"authorizationUrl": "/authorize", "tokenUrl": "https://a.example/token", "scopes": {"r": "", "\\"": ""}}}}}},
        "servers": [{"url": "https://a.example"}],
        """;

    private static OpenApiTools read(String security, OpenApiOptions options) {
        return Imported.read(
                "{\"openapi\": \"3.1.0\", %s \"security\": %s, \"paths\": {\"/a\": {\"get\": {}}, \"/b\": {\"get\": {}}}}"
                        .formatted(SCHEMES, security),
                options);
    }

    private static OpenApiOptions options() {
        return Imported.from("https://a.example/openapi.json");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[{\"bearer\": []}]|apiKey|Header[name=Authorization, prefix=Bearer ]",
                "[{\"basic\": []}]|apiKey|Header[name=Authorization, prefix=Basic ]",
                "[{\"header\": []}]|apiKey|Header[name=X-Key, prefix=]",
                "[{\"alias\": []}]|apiKey|Header[name=X-Key, prefix=]",
                "[{\"query\": []}]|apiKey|Query[name=key]",
                "[{\"implicit\": []}]|apiKey|Header[name=Authorization, prefix=Bearer ]",
                "[{\"oidc\": []}]|apiKey|Header[name=Authorization, prefix=Bearer ]",
                "[{\"code\": [\"r\"]}]|oauth2|Header[name=Authorization, prefix=Bearer ]",
                "[{\"code\": [\"r\"]}, {\"header\": []}]|apiKey|Header[name=X-Key, prefix=]",
                "[{\"cookie\": []}, {\"query\": []}]|apiKey|Query[name=key]",
                "[]|none|Nowhere[]",
                "[{}]|none|Nowhere[]",
                "[{\"cookie\": []}]|none|Nowhere[]",
                "[{\"digest\": []}]|none|Nowhere[]",
                "[{\"tls\": []}]|none|Nowhere[]",
                "[{\"host\": []}]|none|Nowhere[]",
                "[{\"unknown\": []}]|none|Nowhere[]"
            })
    void the_sign_in_is_one_that_the_operations_accept(String security, String scheme, String place) {
        ApiAuth auth = read(security, options()).auth();

        assertThat(auth.scheme().wireName()).isEqualTo(scheme);
        assertThat(auth.place()).hasToString(place);
    }

    @Test
    void a_client_of_the_provider_prefers_consent() {
        ApiAuth auth = read("[{\"header\": []}, {\"code\": [\"r\"]}]", options().withClient())
                .auth();

        assertThat(auth.scheme()).isInstanceOfSatisfying(AuthScheme.OAuth2.class, oauth -> {
            assertThat(oauth.configured()).isTrue();
            assertThat(oauth.scopes()).hasToString("[r]");
        });
        assertThat(auth.provider())
                .hasValueSatisfying(
                        provider -> assertThat(provider.authorizationUrl()).hasToString("https://a.example/authorize"));
    }

    @Test
    void a_constant_header_in_place_of_the_credential_is_the_sign_in() {
        OpenApiTools tools = read("[{\"header\": []}]", options().withHeaders(Set.of("x-key")));

        assertThat(tools.auth()).isEqualTo(ApiAuth.NONE);
        assertThat(tools.warnings()).isEmpty();
    }

    @Test
    void what_the_sign_in_cannot_do_is_told() {
        assertThat(read("[{\"cookie\": []}]", options()).warnings())
                .containsExactly(new Violation("auth", "the document's sign-in (cookie) is not supported"));
        assertThat(read("[{\"basic\": []}]", options()).warnings())
                .containsExactly(new Violation("auth", "the key is user:password in base64 (RFC 7617)"));
        assertThat(read("[{\"header\": [], \"query\": []}]", options()).warnings())
                .containsExactly(new Violation("auth", "2 operations do not accept header, the sign-in that is used"));
    }

    @Test
    void the_sign_in_of_most_operations_is_used() {
        OpenApiTools tools = Imported.read("{\"openapi\": \"3.1.0\", " + SCHEMES + """
            "security": [{"bearer": []}], "paths": {
              "/a": {"get": {"security": [{"header": []}]}}, "/b": {"get": {}}, "/c": {"get": {}},
              "/d": {"get": {"security": []}}}}
            """);

        assertThat(tools.auth().place()).isEqualTo(CredentialPlace.bearer());
        assertThat(tools.warnings())
                .containsExactly(new Violation("auth", "1 operations do not accept bearer, the sign-in that is used"));
    }
}
