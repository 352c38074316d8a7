package dev.guildhall.http.webchat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.http.AllRouteIdentifiers;
import dev.guildhall.http.Browser;
import dev.guildhall.http.Client;
import dev.guildhall.http.DivisionTool;
import dev.guildhall.http.OwnedResources;
import dev.guildhall.http.RawHttp;
import dev.guildhall.http.TestServer;
import dev.guildhall.http.TrustingProvider;
import dev.guildhall.http.run.RunRequests;
import dev.guildhall.http.run.TestSuites;
import dev.guildhall.http.tool.ScriptedEndpoint;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.account.Credentials;
import dev.guildhall.ports.webchat.OpenedSession;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/** The routes of the other services, asked with a browser session. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WebRoutesTest {
    @AutoClose
    private final TestServer server = TestServer.start(parts -> new TestSuites()
            .install(parts)
            .oauthProviders(() -> List.of(new TrustingProvider()))
            .tools(new DivisionTool())
            .endpoints(() -> List.of(ScriptedEndpoint.keyed("postbox"))));

    @BeforeAll
    void start() {
        Client operator = server.client().stranger().client();
        String run = RunRequests.ended(operator, TestSuites.SHOP);
        RunRequests.put(operator, "/runs/" + run + "/screenshots/home.png/approve");
    }

    private OpenedSession session(Client.Person person) {
        return server.core()
                .webSessions()
                .signIn(Caller.anonymous(), new Credentials(person.email(), Browser.PASSWORD));
    }

    /** What the owner has is made with the token, which does not count below /web: there the session does. */
    private static OwnedResources with(OwnedResources resources, OpenedSession session) {
        Client.Person owner = resources.owner();
        Client both = owner.client()
                .with("Cookie", Browser.COOKIE + "=" + session.key().value());
        return new OwnedResources(
                new Client.Person(both, owner.email(), owner.userId(), owner.tokens()),
                resources.profile(),
                resources.identity(),
                resources.group(),
                resources.member(),
                resources.chat(),
                resources.memory(),
                resources.tool());
    }

    private Set<String> routes() {
        return server.frontEnd().stream()
                .filter(mount -> mount.base().startsWith("/web"))
                .flatMap(mount ->
                        mount.routes().stream().map(route -> route.method() + " " + mount.base() + route.path()))
                .collect(Collectors.toSet());
    }

    @TestFactory
    Stream<DynamicTest> a_session_does_what_a_token_does_and_is_shown_no_token() {
        Set<String> routes = routes();
        return AllRouteIdentifiers.all().stream()
                .map(identifiers -> identifiers.at("", "/web"))
                .filter(identifiers -> routes.contains(identifiers.route()))
                .filter(identifiers -> !identifiers.route().endsWith("/responses/compact"))
                .map(identifiers -> DynamicTest.dynamicTest(identifiers.route(), () -> {
                    OwnedResources resources = OwnedResources.on(server.client());
                    OpenedSession session = session(resources.owner());
                    String token = server.core()
                            .webSessions()
                            .accessToken(server.core().webSessions().authenticate(Caller.anonymous(), session.key()))
                            .value();

                    Client.Answer answer = identifiers.ask(with(resources, session), "", "");

                    if (identifiers.ok() > 0) {
                        assertThat(answer.status()).as(answer.body()).isEqualTo(identifiers.ok());
                    }
                    // A route that the caller has nothing for answers in the form of its service.
                    assertThat(answer.status()).as(answer.body()).isNotIn(401, identifiers.ok() == 404 ? 0 : 404, 405);
                    assertThat(answer.body() + answer.headers().map())
                            .doesNotContain(token, session.key().value(), "accessToken", "refreshToken", "eyJ");
                }));
    }

    @Test
    void every_route_below_web_is_one_of_a_service() {
        Set<String> known = AllRouteIdentifiers.all().stream()
                .map(identifiers -> identifiers.at("", "/web").route())
                .collect(Collectors.toSet());

        assertThat(routes()).hasSizeGreaterThan(80).isSubsetOf(known);
    }

    @Test
    void no_route_of_the_front_end_shows_the_token() {
        Browser ada = Browser.stranger(server.client());
        String profile = ada.get("/web/api/v1/auth/session").text("activeProfileId");

        List<Client.Answer> answers = List.of(
                ada.get("/api/session"),
                ada.post("/api/session/profile", "{'profileId':'" + profile + "'}"),
                ada.get("/api/chat"),
                ada.get("/api/tasks"),
                ada.get("/api/files"),
                ada.get("/api/dashboard"),
                ada.get("/web/api/v1/auth/sessions"),
                ada.post("/api/session", Browser.credentials(ada.email())));

        assertThat(answers).allSatisfy(answer -> {
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.body() + answer.headers().map()).doesNotContain("accessToken", "refreshToken", "eyJ");
        });
    }

    @Test
    void what_signs_in_or_answers_with_a_token_is_not_there() {
        Browser ada = Browser.stranger(server.client());
        String cookie = "Cookie: " + Browser.COOKIE + "=" + ada.key() + "\r\n";

        assertThat(List.of(
                        "POST /web/api/v1/auth/login",
                        "POST /web/api/v1/auth/register",
                        "POST /web/api/v1/auth/token/refresh",
                        "PUT /web/api/v1/profiles/prf_1/activate",
                        "POST /web/mcp",
                        "GET /web/agent-v0.1/api/tools",
                        "GET /web/health/live",
                        "GET /web/api/session",
                        "GET /web/web/api/v1/profiles"))
                .allSatisfy(route -> assertThat(raw(route, cookie)).startsWith("HTTP/1.1 404 "));
    }

    private String raw(String route, String headers) {
        String[] parts = route.split(" ");
        try (RawHttp http = new RawHttp(server.port())) {
            return http.request(parts[0], parts[1], headers, "").readAll();
        }
    }
}
