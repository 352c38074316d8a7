package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.CookieManager;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A node with the chat front-end and another one with the agent service, on one database. */
@Timeout(180)
class RemoteAgentStartIT {
    private static final String CREDENTIALS = "{\"email\":\"grace@example.org\",\"password\":\"an unprinted mare\"}";

    @TempDir
    private Path folder;

    private ServerProcess start(String name, String database, Map<String, String> settings) throws IOException {
        Map<String, String> all = new HashMap<>(Map.of(
                "GUILDHALL_DATA_DIR",
                folder.resolve("data").toString(),
                "GUILDHALL_DATABASE_URL",
                database,
                "GUILDHALL_SECRET_KEY",
                Base64.getEncoder().encodeToString(new byte[32]),
                "GUILDHALL_EMBEDDINGS",
                "off"));
        all.putAll(settings);
        return ServerProcess.start(Files.createDirectories(folder.resolve(name)), all);
    }

    private ServerProcess startAgent(int port, String database) throws IOException {
        return start(
                "agent", database, Map.of("GUILDHALL_SERVICES", "agent", "GUILDHALL_PORT", Integer.toString(port)));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static HttpResponse<String> post(HttpClient browser, String address, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return browser.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static HttpResponse<String> get(HttpClient browser, String address) throws Exception {
        return browser.send(HttpRequest.newBuilder(URI.create(address)).build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void a_front_end_asks_the_agent_service_at_its_address_and_outlives_it() throws Exception {
        int port = freePort();
        String database = TestPostgres.newAddress();
        ServerProcess agent = startAgent(port, database);
        try (ServerProcess front = start(
                        "front",
                        database,
                        Map.of(
                                "GUILDHALL_SERVICES", "account,chat",
                                "GUILDHALL_PORT", "0",
                                "GUILDHALL_LLM_PROVIDER", "openai",
                                "GUILDHALL_LLM_API_KEY", "of-none",
                                "GUILDHALL_AGENT_URL", "http://127.0.0.1:" + port + "/agent"));
                HttpClient browser = HttpClient.newBuilder()
                        .cookieHandler(new CookieManager())
                        .build()) {
            String user = Web.json(post(browser, front.root() + "/api/session/register", CREDENTIALS))
                    .path("userId")
                    .asText();
            String question = "{\"userId\":\"" + user + "\",\"agentMode\":\"v1\",\"messages\":"
                    + "[{\"role\":\"user\",\"content\":\"What is 12*12? Use the calculator.\"}]}";

            HttpResponse<String> models = get(browser, front.root() + "/api/models");
            HttpResponse<String> answered = post(browser, front.root() + "/api/chat", question);
            agent.kill();
            HttpResponse<String> away = post(browser, front.root() + "/api/chat", question);
            agent = startAgent(port, database);
            HttpResponse<String> again = post(browser, front.root() + "/api/chat", question);

            assertThat(Web.json(models).path("provider").asText()).isEqualTo("demo");
            assertThat(answered.body()).contains("event: tool_result", "144", "event: done");
            assertThat(away.statusCode()).isEqualTo(502);
            assertThat(Web.json(away).path("message").asText())
                    .isEqualTo("the agent service cannot be reached; try again");
            assertThat(again.body()).contains("event: done");
        } finally {
            agent.close();
        }
    }

    @Test
    void a_front_end_without_an_agent_service_does_not_start() {
        MainRun failed = MainRun.of(folder, Map.of("GUILDHALL_SERVICES", "chat", "GUILDHALL_DATABASE_URL", "memory"));

        assertThat(failed.status()).isEqualTo(1);
        assertThat(failed.errorLines()).singleElement().asString().contains("chat needs the service agent");
    }
}
