package dev.guildhall.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.testkit.ManualTicker;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/** Every route that needs an access token, without a valid token. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BearerRoutesTest {
    private static final Duration PAST_EXPIRY = Duration.ofMinutes(16);

    private final ManualTicker clock = new ManualTicker(Instant.parse("2026-01-02T03:04:05Z"));

    @AutoClose
    private final TestServer server = TestServer.start(parts -> parts.clock(clock));

    private final String expired = server.client().stranger().accessToken();

    @BeforeAll
    void start() {
        clock.advance(PAST_EXPIRY);
    }

    @Test
    void only_what_the_contract_exempts_is_answered_without_a_token() {
        List<String> open =
                routes(false).filter(route -> !route.contains(" /docs")).toList();

        assertThat(open)
                .containsExactlyInAnyOrder(
                        "GET /health/live",
                        "GET /health/ready",
                        "GET /metrics",
                        "GET /.well-known/jwks.json",
                        "GET /.well-known/oauth-protected-resource",
                        "GET /.well-known/oauth-protected-resource/mcp",
                        "GET /.well-known/oauth-authorization-server",
                        "POST /oauth/register",
                        "POST /oauth/token",
                        "POST /oauth/revoke",
                        "GET /openapi/account.json",
                        "GET /openapi/tools.json",
                        "GET /openapi/completion.json",
                        "GET /openapi/agent.json",
                        "GET /openapi/chat.json",
                        "GET /openapi/runs.json",
                        "GET /openapi/orchestration.json",
                        "GET /api/v1/runs/{runId}/signed/{token}/images/{sha256}",
                        "GET /api/v1/runs/{runId}/signed/{token}/artifacts/{name...}",
                        "POST /api/v1/hooks/{address}",
                        "POST /api/v1/auth/register",
                        "POST /api/v1/auth/login",
                        "POST /api/v1/auth/login/second-factor",
                        "POST /api/v1/auth/login/passkey/options",
                        "POST /api/v1/auth/login/passkey",
                        "POST /api/v1/auth/login/oauth",
                        "POST /api/v1/auth/token/refresh",
                        "POST /api/v1/auth/email/verify",
                        "POST /api/v1/auth/password/forgot",
                        "POST /api/v1/auth/password/reset",
                        "GET /api/v1/auth/oauth/providers",
                        "GET /api/v1/auth/oauth/{provider}/authorize",
                        "GET /api/v1/integrations/{name}/client.json",
                        "GET /api/v1/integrations/{name}/callback",
                        "POST /api/v1/integrations/{name}/callback");
    }

    @TestFactory
    Stream<DynamicTest> a_route_for_bearers_is_401_without_a_token_and_with_one_that_is_none() {
        return routes(true)
                .map(route -> DynamicTest.dynamicTest(route, () -> {
                    Client.Answer without = ask(server.client(), route);
                    Client.Answer garbage = ask(server.client().bearing("garbage"), route);

                    assertRefused(
                            route, without, "UNAUTHENTICATED", "an access token is needed: Authorization: Bearer …");
                    assertRefused(route, garbage, "UNAUTHENTICATED", "the access token is not valid");
                }));
    }

    @TestFactory
    Stream<DynamicTest> a_route_for_bearers_says_that_a_token_has_expired() {
        return routes(true)
                .map(route -> DynamicTest.dynamicTest(route, () -> {
                    Client.Answer answer = ask(server.client().bearing(expired), route);

                    assertRefused(route, answer, "TOKEN_EXPIRED", "the access token has expired");
                }));
    }

    private Stream<String> routes(boolean bearer) {
        return server.mounts().stream()
                .flatMap(mount -> mount.routes().stream()
                        .filter(route -> bearer == (route.access() == Access.BEARER))
                        .map(route -> route.method() + " " + mount.base() + route.path()));
    }

    private static Client.Answer ask(Client client, String route) {
        String[] parts = route.replaceAll("\\{[\\w.]+}", "x").split(" ");
        return client.send(parts[0], parts[1]);
    }

    private static void assertRefused(String route, Client.Answer answer, String code, String message) {
        boolean coded = ErrorForms.isCoded(route);
        assertThat(answer.status()).as(answer.body()).isEqualTo(401);
        assertThat(answer.header("WWW-Authenticate")).startsWith("Bearer");
        ErrorForms.check(route, answer);
        if (ErrorForms.isRpc(route)) {
            assertThat(answer.text("error.data.code")).isEqualTo(code);
            assertThat(answer.text("error.message")).isEqualTo(message);
            return;
        }
        if (ErrorForms.isAnthropic(route)) {
            assertThat(answer.text("error.type")).isEqualTo("authentication_error");
            assertThat(answer.text("error.message")).isEqualTo(message);
            return;
        }
        if (ErrorForms.isGemini(route)) {
            assertThat(answer.text("error.status")).isEqualTo("UNAUTHENTICATED");
            assertThat(answer.text("error.message")).isEqualTo(message);
            return;
        }
        if (ErrorForms.isOpenAi(route)) {
            assertThat(answer.text("error.code")).isEqualTo("invalid_api_key");
            assertThat(answer.text("error.message")).isEqualTo(message);
            return;
        }
        assertThat(answer.text(coded ? "error.code" : "error")).isEqualTo(coded ? code : "Unauthorized");
        assertThat(answer.text(coded ? "error.message" : "message")).isEqualTo(message);
    }
}
