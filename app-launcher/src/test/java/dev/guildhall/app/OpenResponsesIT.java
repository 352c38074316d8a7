package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.guildhall.app.ScriptedModels.Call;
import dev.guildhall.app.ScriptedModels.Script;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Answers and events of {@code responses} against the Open Responses document, for providers of each protocol. The document
 * is not a part of the repository: it is read from the folder {@code shared} beside the repository, or from the file that the
 * system property {@value #PROPERTY} names. It has no custom tools; their items and events are added here, in the forms of
 * OpenAI's own API.
 */
class OpenResponsesIT {
    private static final String PROPERTY = "guildhall.openresponses";
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path BESIDE = Path.of("..", "..", "shared", "data", "openresponses.json");

    private static final Map<String, Script> SCRIPTS = Map.of(
            "text",
            Script.saying("Hello, Ada."),
            "reasoning",
            new Script("She greets me.", "Hello, Ada.", List.of(), false),
            "calls",
            Script.calling(
                    "I look.",
                    new Call("call_1", "weather", Map.of("city", "Bonn")),
                    new Call("call_2", "weather", Map.of("city", "Köln"))),
            "call of a custom tool",
            Script.calling("", new Call("call_1", "patch", Map.of("input", "*** Begin\nx"))),
            "call in a namespace",
            Script.calling("", new Call("call_1", "wait", Map.of("ids", List.of()))),
            "at its limit",
            new Script("", "Hello, A", List.of(), true));

    private static final String SETTINGS = """
        {"instructions":"Be kind.","temperature":0.5,"top_p":0.5,"presence_penalty":0.5,"max_output_tokens":99,
         "max_tool_calls":3,"truncation":"auto","service_tier":"auto","metadata":{"a":"b"},"safety_identifier":"s",
         "prompt_cache_key":"k","reasoning":{"effort":"low","summary":"auto"},"include":["reasoning.encrypted_content"],
         "text":{"verbosity":"low","format":{"type":"json_schema","name":"n","schema":{"type":"object"},"strict":false}},
         "tools":[{"type":"function","name":"weather","parameters":{"type":"object"}},
          {"type":"custom","name":"patch","description":"Applies it"},
          {"type":"namespace","name":"agents","tools":[{"type":"function","name":"wait"}]},{"type":"web_search"}],
         "tool_choice":{"type":"allowed_tools","mode":"auto","tools":[{"type":"function","name":"weather"},
          {"type":"custom","name":"patch"},{"type":"function","name":"wait","namespace":"agents"}]},
         "parallel_tool_calls":false}\
        """;

    private static JsonNode document = JSON.missingNode();

    private final AtomicReference<Script> script = new AtomicReference<>(Script.saying(""));
    private volatile boolean cut;
    private final Map<String, Schema> schemas = new HashMap<>();

    @BeforeAll
    static void readDocument() throws IOException {
        Path file = Path.of(System.getProperty(PROPERTY, BESIDE.toString()));
        Assumptions.assumeTrue(
                Files.exists(file), () -> "the Open Responses document is not there: " + file.toAbsolutePath());
        document = withCustomTools(JSON.readTree(Files.readAllBytes(file)));
    }

    private static JsonNode withCustomTools(JsonNode document) {
        ObjectNode schemas = (ObjectNode) document.at("/components/schemas");
        ObjectNode call = schemas.get("FunctionCall").deepCopy();
        ObjectNode properties = (ObjectNode) call.get("properties");
        ((ObjectNode) properties.get("type")).putArray("enum").add("custom_tool_call");
        properties.set("input", properties.remove("arguments"));
        call.putArray("required")
                .add("type")
                .add("id")
                .add("call_id")
                .add("name")
                .add("input")
                .add("status");
        schemas.set("CustomToolCall", call);
        ((ArrayNode) schemas.at("/ItemField/oneOf")).addObject().put("$ref", "#/components/schemas/CustomToolCall");
        addEvent(schemas, "FunctionCallArgumentsDelta", "response.custom_tool_call_input.delta", "delta");
        addEvent(schemas, "FunctionCallArgumentsDone", "response.custom_tool_call_input.done", "arguments");
        return document;
    }

    private static void addEvent(ObjectNode schemas, String like, String type, String field) {
        ObjectNode event = schemas.get("Response" + like + "StreamingEvent").deepCopy();
        ObjectNode properties = (ObjectNode) event.get("properties");
        ((ObjectNode) properties.get("type")).putArray("enum").add(type);
        properties.set(field.equals("arguments") ? "input" : field, properties.remove(field));
        event.putArray("required")
                .add("type")
                .add("sequence_number")
                .add("item_id")
                .add("output_index");
        schemas.set("Custom" + like + "StreamingEvent", event);
    }

    @Test
    void the_document_refuses_an_answer_without_a_member() {
        List<String> wrong = new ArrayList<>();

        faults("ResponseResource", JSON.createObjectNode().put("temperature", "1"), "", wrong);

        assertThat(wrong).hasSizeGreaterThan(30);
    }

    @Test
    void every_answer_and_every_event_is_as_the_document_says(@TempDir Path folder) throws IOException {
        try (Upstream provider = new Upstream(asked -> ScriptedModels.answer(asked, script.get(), cut));
                InProcessServer server = server(folder, provider)) {
            Web ada = new Web(server.root() + "/api/v1");
            ada.register();
            String address = server.root() + "/completion/v1/responses";
            List<String> wrong = new ArrayList<>();
            for (String model : ScriptedModels.PROTOCOLS) {
                SCRIPTS.forEach((name, answer) -> {
                    script.set(answer);
                    for (String settings : List.of("{}", SETTINGS)) {
                        String what = model + ", " + name + ": ";
                        String body = body(model, settings, false);
                        faults("ResponseResource", answered(ada, address, body), what, wrong);
                        List<JsonNode> events = events(ada, address, body(model, settings, true));
                        events.forEach(event -> faults(schemaOf(event), event, what, wrong));
                        requireOrder(events, what, wrong);
                    }
                });
            }

            assertThat(wrong).isEmpty();
        }
    }

    @Test
    void a_stream_that_fails_has_an_error_and_the_answer_so_far(@TempDir Path folder) throws IOException {
        try (Upstream provider = new Upstream(asked -> ScriptedModels.answer(asked, script.get(), cut));
                InProcessServer server = server(folder, provider)) {
            Web ada = new Web(server.root() + "/api/v1");
            ada.register();
            cut = true;
            script.set(new Script("Hm.", "Hello, Ada.", List.of(), false));
            List<String> wrong = new ArrayList<>();
            for (String model : ScriptedModels.PROTOCOLS) {
                List<JsonNode> events =
                        events(ada, server.root() + "/completion/v1/responses", body(model, "{}", true));

                events.forEach(event -> faults(schemaOf(event), event, model + ": ", wrong));
                assertThat(events.reversed().stream()
                                .limit(2)
                                .map(event -> event.get("type").asText()))
                        .containsExactly("response.failed", "error");
                JsonNode failed = events.getLast().get("response");
                assertThat(failed.at("/output/1/content/0/text").asText()).isEqualTo("Hello, Ada.");
                assertThat(failed.get("status").asText()).isEqualTo("failed");
            }

            assertThat(wrong).isEmpty();
        }
    }

    @Test
    void stored_and_background_answers_are_as_the_document_says(@TempDir Path folder) throws IOException {
        try (Upstream provider = new Upstream(asked -> ScriptedModels.answer(asked, script.get(), cut));
                InProcessServer server = server(folder, provider)) {
            Web ada = new Web(server.root() + "/api/v1");
            ada.register();
            String address = server.root() + "/completion/v1/responses";
            script.set(new Script("Hm.", "Hello, Ada.", List.of(), false));
            List<String> wrong = new ArrayList<>();
            for (String model : ScriptedModels.PROTOCOLS) {
                String what = model + ", stored: ";
                JsonNode stored = answered(ada, address, body(model, "{\"store\":true}", false));
                JsonNode queued = answered(
                        ada,
                        address,
                        body(model, "{\"background\":true,\"previous_response_id\":\"" + id(stored) + "\"}", false));
                List<JsonNode> events = events(ada.exchange("GET", address + "/" + id(queued) + "?stream=true", ""));
                JsonNode given = ada.get(address + "/" + id(queued));

                events.forEach(event -> faults(schemaOf(event), event, what, wrong));
                requireOrder(events, what, wrong);
                List.of(stored, queued, given).forEach(answer -> faults("ResponseResource", answer, what, wrong));
                assertThat(given).isEqualTo(events.getLast().get("response"));
                assertThat(given.get("previous_response_id").asText()).isEqualTo(id(stored));
                assertThat(ada.get(address + "/" + id(stored))).isEqualTo(stored);
            }

            assertThat(wrong).isEmpty();
        }
    }

    private static String id(JsonNode response) {
        return response.get("id").asText();
    }

    private static void requireOrder(List<JsonNode> events, String what, List<String> wrong) {
        for (int i = 0; i < events.size(); i++) {
            if (events.get(i).path("sequence_number").asInt(-1) != i) {
                wrong.add(what + "number " + i + " is " + events.get(i));
            }
        }
        String last = events.getLast().path("type").asText();
        if (!List.of("response.completed", "response.incomplete").contains(last)) {
            wrong.add(what + "the last event is " + events.getLast());
        }
    }

    private static String body(String model, String settings, boolean stream) {
        ObjectNode body = (ObjectNode) json(settings);
        return body.put("model", model)
                .put("input", "Hi, I am Ada.")
                .put("stream", stream)
                .toString();
    }

    private static JsonNode answered(Web ada, String address, String body) {
        HttpResponse<String> answer = ada.exchange("POST", address, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return json(answer.body());
    }

    private static List<JsonNode> events(Web ada, String address, String body) {
        return events(ada.exchange("POST", address, body));
    }

    private static List<JsonNode> events(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return answer.body()
                .lines()
                .filter(line -> line.startsWith("data: "))
                .map(line -> json(line.substring("data: ".length())))
                .toList();
    }

    /** The schema whose type is that of the event. */
    private static String schemaOf(JsonNode event) {
        return document.at("/components/schemas").properties().stream()
                .filter(schema -> schema.getKey().endsWith("StreamingEvent")
                        && schema.getValue().at("/properties/type/enum/0").equals(event.get("type")))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow(() -> new AssertionError("the document has no event " + event));
    }

    private void faults(String schema, JsonNode value, String what, List<String> wrong) {
        schemas.computeIfAbsent(schema, OpenResponsesIT::compiled)
                .validate(value.toString(), InputFormat.JSON)
                .forEach(fault -> wrong.add(what + schema + " " + fault + " in " + value));
    }

    private static Schema compiled(String name) {
        ObjectNode root = JSON.createObjectNode();
        root.put("$ref", "#/components/schemas/" + name);
        root.set("components", document.get("components"));
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(root.toString(), InputFormat.JSON);
    }

    private static InProcessServer server(Path folder, Upstream provider) throws IOException {
        Path routes = Files.writeString(folder.resolve("routes.json"), """
            {"openai": {"deployments": [{"provider": "openai", "baseUrl": "http://127.0.0.1:%1$d/openai"}]},
             "responses": {"deployments": [
               {"provider": "openai", "dialect": "responses", "baseUrl": "http://127.0.0.1:%1$d/responses"}]},
             "anthropic": {"deployments": [{"provider": "anthropic", "baseUrl": "http://127.0.0.1:%1$d/anthropic"}]},
             "ollama": {"deployments": [{"provider": "ollama", "baseUrl": "http://127.0.0.1:%1$d/ollama"}]}}
            """.formatted(provider.port()));
        return InProcessServer.start(
                folder,
                Map.of(
                        "GUILDHALL_DATABASE_URL",
                        "memory",
                        "GUILDHALL_EMBEDDINGS",
                        "off",
                        "GUILDHALL_PORT",
                        "0",
                        "GUILDHALL_RATE_LIMIT_PER_MINUTE",
                        "0",
                        "GUILDHALL_LLM_ROUTES",
                        routes.toString()));
    }

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (IOException notJson) {
            throw new UncheckedIOException(text, notJson);
        }
    }
}
