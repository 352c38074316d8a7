package dev.guildhall.http.completion.openai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.http.Client;
import dev.guildhall.http.MutatedBodies;
import dev.guildhall.http.completion.PiecewiseModel;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** No body that a client sends to the completion service causes an internal error. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MutatedBodyTest {
    private static final int BODIES = 250;
    private static final long SEED = 5;

    private static final String PLAIN = """
        {"messages":[{"role":"system","content":"Be kind."},{"role":"user","content":"hi"},
          {"role":"assistant","content":"Hello."},{"role":"user","content":"bye"}],
         "model":"piecewise","temperature":0.5,"maxTokens":9,"stream":false}
        """;
    private static final String CHAT = """
        {"model":"piecewise","stream":false,"stream_options":{"include_usage":true},"temperature":0.5,"top_p":0.9,
         "stop":["a","b"],"seed":5,"presence_penalty":-2,"frequency_penalty":1.5,"max_completion_tokens":9,"n":1,
         "logprobs":false,"modalities":["text"],"user":"u","store":true,"metadata":{"a":"b"},
         "tools":[{"type":"function","function":{"name":"time","description":"Tells it","strict":true,
           "parameters":{"type":"object","properties":{"zone":{"type":"string","enum":["a",1,null]}}}}}],
         "tool_choice":{"type":"function","function":{"name":"time"}},"parallel_tool_calls":false,
         "response_format":{"type":"json_schema","json_schema":{"name":"s","schema":{"type":"object"},"strict":true}},
         "messages":[{"role":"system","content":"Be kind."},
           {"role":"developer","content":[{"type":"text","text":"Be brief."}]},
           {"role":"user","content":"Time?","name":"ada"},
           {"role":"assistant","content":null,"tool_calls":[
             {"id":"c1","type":"function","function":{"name":"time","arguments":"{\\"zone\\":1.5}"}}]},
           {"role":"tool","tool_call_id":"c1","content":"noon"},
           {"role":"assistant","content":"It is noon."},{"role":"user","content":"Thanks."}]}
        """;
    private static final String EMBEDDINGS = """
        {"model":"hashing","input":["one","two"],"encoding_format":"float","dimensions":256,"user":"u"}
        """;

    @AutoClose
    private final OpenAiFixture fixture = new OpenAiFixture(PiecewiseModel.saying("yes"));

    private static String good(String path, boolean stream) {
        String body = switch (path) {
            case "/completion/v1/chat/completions" -> CHAT;
            case "/completion/v1/embeddings" -> EMBEDDINGS;
            default -> PLAIN;
        };
        return stream
                ? body.replace("\"stream\":false", "\"stream\":true")
                : body.replace("\"stream_options\":{\"include_usage\":true},", "");
    }

    @ParameterizedTest
    @CsvSource({
        "/completion/api/chat, false",
        "/completion/api/chat, true",
        "/completion/api/complete, false",
        "/completion/v1/chat/completions, false",
        "/completion/v1/chat/completions, true",
        "/completion/v1/embeddings, false"
    })
    void a_body_that_is_nearly_right_is_answered_or_refused(String path, boolean stream) {
        Client client = fixture.server.client().stranger().client();
        String good = good(path, stream);
        MutatedBodies mutations = new MutatedBodies(SEED);
        assertThat(client.post(path, good).status()).isEqualTo(200);

        Set<Integer> statuses = new TreeSet<>();
        for (int i = 0; i < BODIES; i++) {
            byte[] body = mutations.of(good);
            Client.Answer answer = client.send("POST", path, body);

            assertThat(answer.status())
                    .as("%s to %s", new String(body, StandardCharsets.ISO_8859_1), answer.body())
                    .isIn(200, 400, 404);
            assertThat(answer.body()).doesNotContain("something went wrong");
            statuses.add(answer.status());
        }
        assertThat(statuses).contains(200, 400);
    }

    @ParameterizedTest
    @CsvSource({
        "/completion/api/usage?days=",
        "/completion/api/usage/requests?limit=",
        "/completion/api/usage/requests?cursor=",
        "/completion/v1/models/"
    })
    void a_query_of_anything_is_answered_or_refused(String start) {
        Client client = fixture.server.client().stranger().client();
        Random random = new Random(SEED);

        for (int i = 0; i < BODIES / 4; i++) {
            String sent = random.nextBoolean() ? Integer.toString(random.nextInt()) : escaped(random);

            assertThat(client.get(start + sent).status()).as(start + sent).isIn(200, 400, 404);
        }
    }

    /** A few bytes of any value except 0, with which the URL is invalid, and matches no service. */
    private static String escaped(Random random) {
        StringBuilder escaped = new StringBuilder();
        for (int left = random.nextInt(12); left > 0; left--) {
            escaped.append('%').append(HexFormat.of().toHexDigits((byte) (1 + random.nextInt(255))));
        }
        return escaped.toString();
    }
}
