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

/** Every route that needs a browser session, without a valid one. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SessionRoutesTest {
    private static final Duration PAST_EXPIRY = Duration.ofHours(13);

    private final ManualTicker clock = new ManualTicker(Instant.parse("2026-01-02T03:04:05Z"));
    private Client.Person bearer;

    @AutoClose
    private final TestServer server = TestServer.start(parts -> parts.clock(clock));

    private final Browser expired = Browser.stranger(server.client());

    @BeforeAll
    void start() {
        clock.advance(PAST_EXPIRY);
        bearer = server.client().stranger();
    }

    @Test
    void below_web_everything_needs_a_session_and_nothing_activates_a_profile() {
        assertThat(server.frontEnd())
                .filteredOn(mount -> mount.base().startsWith("/web"))
                .hasSizeGreaterThan(5)
                .flatExtracting(Mount::routes)
                .allSatisfy(route -> {
                    assertThat(route.access()).isEqualTo(Access.SESSION);
                    assertThat(route.path()).doesNotEndWith("/activate").doesNotContain("login", "auth/refresh");
                });
    }

    @Test
    void only_the_pages_and_what_signs_in_or_out_is_answered_without_a_session() {
        List<String> open = server.frontEnd().stream()
                .flatMap(mount -> mount.routes().stream()
                        .filter(route -> route.access() != Access.SESSION)
                        .map(route -> route.method() + " " + mount.base() + route.path()))
                .filter(route -> route.contains("/api/"))
                .toList();

        assertThat(open)
                .containsExactlyInAnyOrder(
                        "POST /api/session",
                        "GET /api/session",
                        "DELETE /api/session",
                        "POST /api/session/second-factor",
                        "POST /api/session/passkey/options",
                        "POST /api/session/passkey",
                        "POST /api/session/register",
                        "GET /api/session/providers",
                        "GET /api/session/oauth/{provider}",
                        "GET /api/session/oauth/{provider}/callback");
    }

    @Test
    void the_session_is_401_without_a_good_one_and_204_where_it_is_optional() {
        Client client = server.client();
        List<Client> without =
                List.of(client, client.with("Cookie", Browser.COOKIE + "=garbage"), bearer.client(), expired.client());

        assertThat(without).allSatisfy(each -> {
            assertRefused("GET /api/session", each.get("/api/session"));
            assertThat(each.get("/api/session?optional=true").status()).isEqualTo(204);
            assertThat(each.get("/api/session?optional=yes").status()).isEqualTo(400);
        });
        assertThat(Browser.stranger(client)
                        .get("/api/session?optional=true")
                        .json()
                        .get("displayName"))
                .isNotNull();
    }

    @TestFactory
    Stream<DynamicTest> a_route_for_browsers_is_401_without_a_good_session() {
        Client client = server.client();
        return routes().map(route -> DynamicTest.dynamicTest(route, () -> {
            assertRefused(route, ask(client, route));
            assertRefused(route, ask(client.with("Cookie", Browser.COOKIE + "=garbage"), route));
            assertRefused(route, ask(bearer.client(), route));
            assertRefused(route, ask(expired.client(), route));
        }));
    }

    private Stream<String> routes() {
        return server.frontEnd().stream()
                .flatMap(mount -> mount.routes().stream()
                        .filter(route -> route.access() == Access.SESSION)
                        .map(route -> route.method() + " " + mount.base() + route.path()));
    }

    private static Client.Answer ask(Client client, String route) {
        String[] parts = route.replaceAll("\\{[\\w.]+}", "x").split(" ");
        return client.send(parts[0], parts[1]);
    }

    private static void assertRefused(String route, Client.Answer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(401);
        assertThat(answer.body()).contains("there is no session; sign in");
        ErrorForms.check(route.replace(" /web/", " /"), answer);
    }
}
