package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a manifest in a directory to a request at another system, and back. */
class IntegrationsStartIT {
    private static final String MANIFEST = """
        {"name":"parcels","displayName":"Parcels","description":"Where parcels are.","kind":"http",
         "auth":{"type":"apiKey","header":"X-Key"},"baseUrl":"%s",
         "actions":{"locate":{"description":"Tells where a parcel is.","method":"GET","path":"/parcels/{number}",
           "parameters":{"number":{"type":"string","in":"path","required":true,"description":"On the label."}}}}}\
        """;

    @TempDir
    private Path folder;

    private Map<String, String> settings(Map<String, String> more) {
        Map<String, String> settings = new HashMap<>(Map.of(
                "GUILDHALL_DATABASE_URL", "memory",
                "GUILDHALL_PORT", "0",
                "GUILDHALL_EMBEDDINGS", "off",
                "GUILDHALL_INTEGRATIONS_DIR", folder.resolve("manifests").toString()));
        settings.putAll(more);
        return settings;
    }

    private void manifest(String name, String text) throws IOException {
        Files.createDirectories(folder.resolve("manifests"));
        Files.writeString(folder.resolve("manifests").resolve(name), text);
    }

    private static HttpServer parcels() throws IOException {
        HttpServer parcels = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        parcels.createContext("/parcels/", exchange -> {
            String key = String.valueOf(exchange.getRequestHeaders().getFirst("X-Key"));
            byte[] body = ("{\"at\":\"" + exchange.getRequestURI().getRawPath() + "\",\"key\":" + key.length() + "}")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        parcels.start();
        return parcels;
    }

    @Test
    void a_tool_of_a_manifest_is_found_connected_and_executed_where_egress_allows_it() throws IOException {
        HttpServer parcels = parcels();
        manifest(
                "parcels.json",
                MANIFEST.formatted("http://127.0.0.1:" + parcels.getAddress().getPort()));
        try (InProcessServer server =
                InProcessServer.start(folder, settings(Map.of("GUILDHALL_EGRESS_ALLOW", "127.0.0.1")))) {
            Web web = new Web(server.address("account"));
            web.register();
            String tools = server.address("tools");
            JsonNode hit = web.post(tools + "/tools/search", "{\"query\":\"where is my parcel\"}")
                    .at("/results/0/tool");
            String execute = tools + "/tools/" + hit.get("id").asText() + "/execute";
            String parameters = "{\"parameters\":{\"number\":\"../7?8\"}}";

            JsonNode early = web.post(execute, parameters);
            web.post(tools + "/integrations/parcels/connect", "{\"apiKey\":\"key-of-parcels\"}");
            JsonNode done = web.post(execute, parameters);

            assertThat(hit.get("name").asText()).isEqualTo("parcels.locate");
            assertThat(early.at("/error/code").asText()).isEqualTo("INTEGRATION_NOT_CONNECTED");
            assertThat(done.at("/result/at").asText()).isEqualTo("/parcels/..%2F7%3F8");
            assertThat(done.at("/result/key").asInt()).isEqualTo("key-of-parcels".length());
        } finally {
            parcels.stop(0);
        }
    }

    @Test
    void what_is_inside_is_out_of_reach_without_a_word_for_it() throws IOException {
        HttpServer parcels = parcels();
        manifest(
                "parcels.json",
                MANIFEST.formatted("http://127.0.0.1:" + parcels.getAddress().getPort()));
        try (InProcessServer server = InProcessServer.start(folder, settings(Map.of()))) {
            Web web = new Web(server.address("account"));
            web.register();
            String tools = server.address("tools");
            web.post(tools + "/integrations/parcels/connect", "{\"apiKey\":\"key-of-parcels\"}");
            String id = web.get(tools + "/tools?integration=parcels")
                    .at("/tools/0/id")
                    .asText();

            JsonNode refused = web.post(tools + "/tools/" + id + "/execute", "{\"parameters\":{\"number\":\"7\"}}");

            assertThat(refused.at("/error/code").asText()).isEqualTo("EXECUTION_FAILED");
            assertThat(refused.at("/error/details/kind").asText()).isEqualTo("blocked");
        } finally {
            parcels.stop(0);
        }
    }

    @Test
    void http_fetch_reaches_inside_what_its_own_list_names_and_manifests_what_theirs_names() throws IOException {
        HttpServer parcels = parcels();
        String address = "http://127.0.0.1:" + parcels.getAddress().getPort();
        manifest("parcels.json", MANIFEST.formatted(address).replace("\"apiKey\",\"header\":\"X-Key\"", "\"none\""));
        try {
            assertThat(reached("GUILDHALL_EGRESS_ALLOW", address)).containsExactly("completed", "blocked");
            assertThat(reached("GUILDHALL_FETCH_ALLOW", address)).containsExactly("blocked", "completed");
        } finally {
            parcels.stop(0);
        }
    }

    /** The results of the manifest's tool and then of builtin.http_fetch when one list names this machine. */
    private List<String> reached(String list, String address) throws IOException {
        try (InProcessServer server = InProcessServer.start(folder, settings(Map.of(list, "127.0.0.1")))) {
            Web web = new Web(server.address("account"));
            web.register();
            String tools = server.address("tools");
            return List.of(
                    executed(web, tools, "parcels.locate", "{\"number\":\"7\"}"),
                    executed(web, tools, "builtin.http_fetch", "{\"url\":\"" + address + "/parcels/7\"}"));
        }
    }

    private static String executed(Web web, String tools, String name, String parameters) {
        JsonNode tool = StreamSupport.stream(
                        web.get(tools + "/tools?q=" + name).get("tools").spliterator(), false)
                .filter(found -> found.get("name").asText().equals(name))
                .findFirst()
                .orElseThrow();
        JsonNode answer = web.post(
                tools + "/tools/" + tool.get("id").asText() + "/execute", "{\"parameters\":" + parameters + "}");
        return answer.path("status").asText(answer.at("/error/details/kind").asText());
    }

    @Test
    void manifests_that_make_no_sense_are_listed_with_their_faults_and_stop_no_start() throws IOException {
        manifest("broken.json", "{\"name\":\"broken\"");
        manifest("odd.json", MANIFEST.formatted("https://example.org").replace("\"path\":", "\"paht\":"));
        try (InProcessServer server = InProcessServer.start(folder, settings(Map.of()))) {
            Web web = new Web(server.address("account"));
            web.register();
            String tools = server.address("tools");

            JsonNode broken = web.get(tools + "/integrations/broken");
            JsonNode odd = web.get(tools + "/integrations/parcels");

            assertThat(List.of(broken.get("state").asText(), odd.get("state").asText()))
                    .containsOnly("failed");
            assertThat(broken.get("error").asText()).contains("broken.json: is not JSON");
            assertThat(odd.get("error").asText()).contains("odd.json", "paht");
            assertThat(web.get(tools + "/tools?integration=builtin")
                            .get("total")
                            .asInt())
                    .isPositive();
        }
    }
}
