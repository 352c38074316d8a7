package dev.guildhall.http.completion.openai;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ContainerNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.guildhall.http.Client;
import dev.guildhall.http.completion.PiecewiseModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Valid bodies with one value replaced at every position, and cut off at every position. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BrokenBodyTest {
    private static final String WHOLE = """
        {"model":"m","messages":[{"role":"developer","content":"a"},
          {"role":"user","content":[{"type":"text","text":"b"}]},
          {"role":"assistant","content":null,"tool_calls":[
            {"id":"c","type":"function","function":{"name":"f","arguments":"{}"}}]},
          {"role":"tool","tool_call_id":"c","content":"d"}],
         "tools":[{"type":"function","function":{"name":"f","description":"x","parameters":{"type":"object"}}}],
         "tool_choice":{"type":"allowed_tools","allowed_tools":{"mode":"auto","tools":[
           {"type":"function","function":{"name":"f"}}]}},
         "parallel_tool_calls":true,"temperature":1,"top_p":1,"stop":["x"],"seed":1,"presence_penalty":0,
         "frequency_penalty":0,"max_completion_tokens":5,"n":1,"logprobs":false,"modalities":["text"],
         "stream":false,
         "response_format":{"type":"json_schema","json_schema":{"name":"n","schema":{},"strict":false}}}
        """;
    private static final String EMBEDDING =
            "{\"model\":\"hashing\",\"input\":[\"a\",\"b\"],\"encoding_format\":\"base64\",\"dimensions\":256}";
    private static final List<String> OTHERS =
            List.of("null", "true", "-1", "0.5", "1e400", "\"\"", "\"\\u0000\"", "\"\\ud800\"", "[]", "[[]]", "{}");
    private static final int STEP = 7;

    @AutoClose
    private final OpenAiFixture fixture = new OpenAiFixture(PiecewiseModel.saying("yes"));

    @Test
    void a_chat_with_any_value_replaced_is_answered_or_refused_by_name() {
        assertThat(fixture.post(OpenAiFixture.CHAT, WHOLE).status()).isEqualTo(200);

        List<Integer> statuses = checkAll(OpenAiFixture.CHAT, WHOLE);

        assertThat(statuses).contains(200, 400);
    }

    @Test
    void an_embedding_with_any_value_replaced_is_answered_or_refused_by_name() {
        String path = OpenAiFixture.BASE + "/embeddings";
        assertThat(fixture.post(path, EMBEDDING).status()).isEqualTo(200);

        List<Integer> statuses = checkAll(path, EMBEDDING);

        assertThat(statuses).contains(200, 400, 404);
    }

    @Test
    void a_body_that_ends_early_is_400_without_a_param() {
        String body =
                OpenAiFixture.asking(WHOLE.strip().substring(1, WHOLE.strip().length() - 1));
        for (int length = 0; length < body.length(); length += STEP) {
            Client.Answer answer = fixture.post(OpenAiFixture.CHAT, body.substring(0, length));

            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.json().at("/error/param").isNull()).isTrue();
            assertThat(answer.json().at("/error/message").asText()).startsWith("body: ");
        }
    }

    private List<Integer> checkAll(String path, String whole) {
        List<Integer> statuses = new ArrayList<>();
        for (String body : variants(OpenAiFixture.json(whole))) {
            Client.Answer answer = fixture.post(path, body);
            statuses.add(answer.status());
            assertThat(answer.status()).as("%s: %s", body, answer.body()).isIn(200, 400, 404);
            if (answer.status() != 200) {
                assertThat(answer.json().at("/error/type").asText()).isEqualTo("invalid_request_error");
                assertThat(whole)
                        .as("%s: %s", body, answer.body())
                        .contains(
                                "\"" + answer.json().at("/error/param").asText().split("[.\\[]")[0] + "\"");
            }
        }
        return statuses;
    }

    /** The tree with each value replaced in turn, and removed. */
    private static List<String> variants(JsonNode root) {
        List<String> variants = new ArrayList<>();
        replaceIn(root, root, variants);
        return variants;
    }

    private static void replaceIn(JsonNode root, JsonNode at, List<String> variants) {
        switch (at) {
            case ObjectNode object -> {
                for (String name : List.copyOf(object.properties()).stream()
                        .map(Map.Entry::getKey)
                        .toList()) {
                    JsonNode good = object.get(name);
                    for (String other : OTHERS) {
                        object.set(name, OpenAiFixture.json(other));
                        variants.add(root.toString());
                    }
                    object.remove(name);
                    variants.add(root.toString());
                    object.set(name, good);
                    replaceIn(root, good, variants);
                }
            }
            case ArrayNode array -> {
                for (int i = 0; i < array.size(); i++) {
                    JsonNode good = array.get(i);
                    for (String other : OTHERS) {
                        array.set(i, OpenAiFixture.json(other));
                        variants.add(root.toString());
                    }
                    array.set(i, good);
                    replaceIn(root, good, variants);
                }
            }
            default -> assertThat(at).isNotInstanceOf(ContainerNode.class);
        }
    }
}
