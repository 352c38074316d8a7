package dev.guildhall.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Core;
import dev.guildhall.http.Browser;
import dev.guildhall.http.Client;
import dev.guildhall.http.RawHttp;
import dev.guildhall.http.Service;
import dev.guildhall.http.server.Server;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.testkit.ScriptedChatModel;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HttpApiTest {
    private interface Orders {
        Object find(Object number);
    }

    private interface Bank {
        Map<String, Object> refund(Map<String, Object> input);
    }

    private final ChatModel model = ScriptedChatModel.echo();
    private final Map<String, Object> number =
            Map.of("type", "object", "properties", Map.of("number", Map.of("type", "string")));
    private final Orders orders = found -> Map.of("number", found, "state", "shipped");
    private final Bank bank = input -> Map.of("refunded", input.get("order"));
    private final int port = 0;

    @Test
    void the_services_have_the_tools_and_tasks_of_the_program() {
        try (Core core = Core.start(parts -> parts.chatModel(model)
                        .tool(
                                "desk.order",
                                "The state of an order.",
                                number,
                                (caller, given) -> orders.find(given.get("number")))
                        .task("refund", (owner, task) -> bank.refund(task.spec().input())));
                Server server = HttpApi.over(core).start("127.0.0.1", port)) {
            untilStopped("http://localhost:" + server.port() + "/docs");
        }
    }

    /** What users of the server do meanwhile. */
    private static void untilStopped(String address) {
        Client client = new Client(Integer.parseInt(address.replaceAll("\\D", "")));
        Client ada = client.stranger().client();

        Client.Answer tools = ada.get("/api/v1/tools?limit=100");
        String id = tools.json()
                .get("tools")
                .valueStream()
                .filter(tool -> tool.get("name").asText().equals("desk.order"))
                .findFirst()
                .orElseThrow()
                .get("id")
                .asText();
        Client.Answer order = ada.post("/api/v1/tools/" + id + "/execute", "{\"parameters\":{\"number\":\"77\"}}");
        Client.Answer refund = ada.with("Prefer", "wait=30")
                .post("/api/v1/tasks", "{\"type\":\"refund\",\"input\":{\"order\":\"77\"}}");
        Client.Answer chat =
                ada.post("/completion/api/chat", "{\"messages\":[{\"role\":\"user\",\"content\":\"hello\"}]}");

        assertThat(order.json().at("/result/state").asText()).isEqualTo("shipped");
        assertThat(ada.get("/agent/api/tools/desk.order").text("source")).isEqualTo("builtin");
        assertThat(refund.texts("status", "output.refunded")).containsExactly("completed", "77");
        assertThat(chat.body()).contains("You said: hello");
        assertThat(client.get("/docs").status()).isEqualTo(200);
        assertThat(client.get("/").header("Content-Type")).startsWith("text/html");
    }

    @Test
    void requests_for_the_host_of_the_address_that_an_admin_has_set_are_accepted() {
        try (Core core =
                        Core.start(parts -> parts.chatModel(model).adminEmails(Set.of(new Email("root@example.org"))));
                Server server = HttpApi.over(core).start("127.0.0.1", 0)) {
            Client admin =
                    new Client(server.port()).register("root@example.org").client();

            assertThat(statusLine(server, "guildhall.example")).startsWith("HTTP/1.1 421");
            assertThat(admin.send("PATCH", "/api/v1/admin/settings", "{\"publicUrl\":\"https://guildhall.example\"}")
                            .status())
                    .isEqualTo(200);
            assertThat(statusLine(server, "guildhall.example")).startsWith("HTTP/1.1 200");
            assertThat(statusLine(server, "evil.example")).startsWith("HTTP/1.1 421");
        }
    }

    @Test
    void the_address_that_an_admin_has_set_holds_for_requests_that_name_its_host() {
        try (Core core =
                        Core.start(parts -> parts.chatModel(model).adminEmails(Set.of(new Email("root@example.org"))));
                Server server = HttpApi.over(core).start("127.0.0.1", 0)) {
            Client admin =
                    new Client(server.port()).register("root@example.org").client();
            String local = "localhost:" + server.port();
            String before = signIn(server, local, "http://" + local);
            admin.send("PATCH", "/api/v1/admin/settings", "{\"publicUrl\":\"https://guildhall.example\"}");
            String named = signIn(server, "guildhall.example", "https://guildhall.example");
            String unnamed = signIn(server, local, "http://" + local);
            String behindProxy = signIn(server, local, "https://guildhall.example");

            assertThat(before).contains("Set-Cookie: guildhall_session=").doesNotContain("Secure");
            assertThat(named).containsPattern("Set-Cookie: __Host-guildhall_session=[^;]+;[^\r]*; Secure");
            assertThat(unnamed).contains("Set-Cookie: guildhall_session=").doesNotContain("Secure");
            assertThat(behindProxy).startsWith("HTTP/1.1 200");
            assertThat(signIn(server, local, "https://evil.example")).startsWith("HTTP/1.1 403");
            assertThat(metadata(server, "guildhall.example")).contains("\"issuer\":\"https://guildhall.example\"");
            assertThat(metadata(server, local)).contains("\"issuer\":\"http://" + local + "\"");
            assertThat(session(server, "guildhall.example", cookie(named))).startsWith("HTTP/1.1 200");
            assertThat(session(server, local, cookie(before))).startsWith("HTTP/1.1 200");
            assertThat(session(server, "guildhall.example", cookie(before))).startsWith("HTTP/1.1 401");
        }
    }

    @Test
    void providers_of_integrations_read_the_address_that_an_admin_has_set() {
        try (Core core =
                        Core.start(parts -> parts.chatModel(model).adminEmails(Set.of(new Email("root@example.org"))));
                Server server = HttpApi.over(core).start("127.0.0.1", 0)) {
            Client client = new Client(server.port());
            Client admin = client.register("root@example.org").client();
            String document = "/api/v1/integrations/linear/client.json";

            String before = client.get(document).text("client_id");
            admin.send("PATCH", "/api/v1/admin/settings", "{\"publicUrl\":\"https://guildhall.example\"}");
            Client.Answer after = client.get(document);

            assertThat(before).isEqualTo("http://localhost:" + server.port() + document);
            assertThat(after.text("client_id")).isEqualTo("https://guildhall.example" + document);
            assertThat(after.text("client_uri")).isEqualTo("https://guildhall.example");
            assertThat(after.text("redirect_uris.0"))
                    .isEqualTo("https://guildhall.example/api/v1/integrations/linear/callback");
        }
    }

    private static String cookie(String response) {
        return response.replaceFirst("(?s).*Set-Cookie: ([^;]+);.*", "$1");
    }

    private static String signIn(Server server, String host, String origin) {
        String body = Browser.credentials("root@example.org");
        return raw(
                server,
                "POST /api/session",
                host,
                "Origin: " + origin + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
    }

    private static String session(Server server, String host, String cookie) {
        return raw(server, "GET /api/session", host, "Cookie: " + cookie + "\r\n\r\n");
    }

    private static String metadata(Server server, String host) {
        return raw(server, "GET /.well-known/oauth-authorization-server", host, "\r\n");
    }

    private static String raw(Server server, String request, String host, String rest) {
        try (RawHttp http = new RawHttp(server.port())) {
            return http.send(request + " HTTP/1.1\r\nConnection: close\r\nHost: " + host + "\r\n" + rest)
                    .endOfRequest()
                    .readAll();
        }
    }

    @Test
    void a_node_with_the_pages_answers_mailed_links_although_it_has_no_accounts() {
        Addresses addresses =
                new Addresses("127.0.0.1", 0, Set.of(Service.CHAT), Map.of(), Optional.empty(), Optional.empty());
        try (Core core = Core.start(parts -> parts.chatModel(model));
                Server server = HttpApi.over(core).start(addresses)) {
            Client client = new Client(server.port());
            String token = "{\"token\":\"unknown\",\"newPassword\":\"a longer password\"}";

            assertThat(client.post("/web/api/v1/auth/password/reset", token).text("error.message"))
                    .startsWith("token:");
            assertThat(client.post("/web/api/v1/auth/email/verify", token).text("error.message"))
                    .startsWith("token:");
            assertThat(client.post("/web/api/v1/auth/password/forgot", "{\"email\":\"ada@example.org\"}")
                            .error())
                    .isEqualTo("409 CONFLICT");
        }
    }

    private static String statusLine(Server server, String host) {
        try (RawHttp http = new RawHttp(server.port())) {
            return http.send("GET /health/live HTTP/1.1\r\nConnection: close\r\nHost: " + host + "\r\n\r\n")
                    .endOfRequest()
                    .readAll();
        }
    }

    @Test
    void what_the_core_does_not_have_is_empty() {
        try (Core core = Core.start(parts -> parts.chatModel(model));
                Server server = HttpApi.over(core).start("127.0.0.1", 0)) {
            Client client = new Client(server.port());
            Client ada = client.stranger().client();

            assertThat(client.get("/.well-known/jwks.json").body()).isEqualTo("{\"keys\":[]}");
            assertThat(client.get("/health/ready").body()).isEqualTo("{\"status\":\"up\",\"checks\":{}}");
            assertThat(ada.get("/api/v1/integrations")
                            .json()
                            .get("integrations")
                            .valueStream()
                            .map(integration -> integration.get("kind").asText()))
                    .containsOnly("builtin");
            assertThat(ada.get("/api/v1/suites").json().get("suites")).isEmpty();
            assertThat(ada.post("/api/v1/runs", "{\"suite\":\"smoke\",\"target\":\"http://localhost/\"}")
                            .status())
                    .isEqualTo(404);
        }
    }

    @Test
    void every_service_is_documented_at_its_own_base() {
        try (Core core = Core.start(parts -> parts);
                Server server = HttpApi.over(core).start("127.0.0.1", 0)) {
            Client client = new Client(server.port());

            assertThat(Arrays.stream(Service.values())
                            .map(service -> client.get("/openapi/" + service.wireName() + ".json")
                                    .text("servers.0.url")))
                    .containsExactly("/api/v1", "/api/v1", "/completion", "/agent", "/", "/api/v1", "/api/v1");
        }
    }

    @Test
    void a_server_without_pages_answers_no_browser() {
        try (Core core = Core.start(parts -> parts);
                Server server = HttpApi.over(core, HttpOptions::withoutPages).start("127.0.0.1", 0)) {
            Client client = new Client(server.port());

            assertThat(List.of("/", "/chats", "/oauth/authorize"))
                    .extracting(path -> client.get(path).status())
                    .containsOnly(404);
            assertThat(client.get("/api/session").status()).isEqualTo(401);
        }
    }

    @Test
    void the_public_address_decides_how_browsers_keep_the_session() {
        try (Core core = Core.start(parts -> parts);
                Server server = HttpApi.over(core)
                        .start(Addresses.of("127.0.0.1", 0).withPublicUrl("https://guildhall.example"))) {
            Client client = new Client(server.port());

            Client.Answer answer = client.post(
                    "/api/session/register", "{\"email\":\"ada@example.org\",\"password\":\"correct horse battery\"}");

            assertThat(answer.header("Set-Cookie"))
                    .startsWith("__Host-guildhall_session=")
                    .contains("; Secure");
        }
    }

    @Test
    void one_core_may_have_two_servers() {
        try (Core core = Core.start(parts -> parts);
                Server first = HttpApi.over(core).start("127.0.0.1", 0);
                Server second = HttpApi.over(core).start("127.0.0.1", 0)) {
            Client.Person ada = new Client(first.port()).stranger();

            assertThat(new Client(second.port())
                            .bearing(ada.accessToken())
                            .get("/api/v1/tools")
                            .status())
                    .isEqualTo(200);
        }
    }
}
