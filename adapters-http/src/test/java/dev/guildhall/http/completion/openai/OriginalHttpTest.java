package dev.guildhall.http.completion.openai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.http.Client;
import dev.guildhall.http.completion.PiecewiseModel;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.OriginalRequest;
import dev.guildhall.ports.completion.Protocol;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What passes unchanged between a client and a provider of the same protocol, and what becomes of it otherwise. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OriginalHttpTest {
    private static final String UNKNOWN_TO_US = """
        {"model":"piecewise", "n":2, "logprobs":true, "top_logprobs":2, "reasoning_effort":"low",
         "logit_bias":{"50256":-100}, "vllm_extra":{"a":[1, 2.50]},
         "messages":[{"role":"user","name":"ada","content":[{"type":"text","text":"hi"},
         {"type":"video_url","video_url":{"url":"x"}}]}],
         "tools":[{"type":"custom","custom":{"name":"x"}}]}\
        """;

    @AutoClose
    private final OpenAiFixture same = new OpenAiFixture(
            new PiecewiseModel(Optional.of(Protocol.OPENAI_CHAT), (request, sink) -> PiecewiseModel.said("unused")));

    @AutoClose
    private final OpenAiFixture other = new OpenAiFixture(PiecewiseModel.saying("yes"));

    @Test
    void a_provider_of_the_same_protocol_receives_the_body_byte_for_byte() {
        same.model.plays((request, sink) -> PiecewiseModel.said("yes"));

        Client.Answer answer = same.post(OpenAiFixture.CHAT, UNKNOWN_TO_US);

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        OriginalRequest original = same.model.asked().original().orElseThrow();
        assertThat(text(original.body())).isEqualTo(UNKNOWN_TO_US);
        assertThat(answer.json().has("warnings")).isFalse();
    }

    @Test
    void its_whole_answer_returns_byte_for_byte() {
        String json = "{ \"id\":\"x\", \"system_fingerprint\" : \"fp\","
            + " \"choices\":[{\"index\":0,\"finish_reason\":\"stop\",\"message\":{\"role\":\"assistant\",\"reasoning_content\":\"r\"}}]"
            + " }";
        same.model.plays((request, sink) -> PiecewiseModel.said("yes").withOriginal(bytes(json)));

        assertThat(same.post(OpenAiFixture.CHAT, OpenAiFixture.ASKING).body()).isEqualTo(json);
    }

    @Test
    void the_events_of_its_stream_return_byte_for_byte() {
        List<String> events = List.of("{ \"a\":1}", "{\"b\": \"\u00e9\"}", "{\"usage\":{}}");
        same.model.plays((request, sink) -> {
            for (String event : events) {
                sink.accept(new Chunk.Original("", bytes(event), event.contains("usage")));
                sink.accept(new Chunk.Text("w"));
            }
            sink.settle();
            return PiecewiseModel.said("www");
        });

        List<String> asked = OpenAiFixture.events(same.post(
                OpenAiFixture.CHAT,
                OpenAiFixture.asking("\"stream\":true,\"stream_options\":{\"include_usage\":true}")));
        List<String> notAsked =
                OpenAiFixture.events(same.post(OpenAiFixture.CHAT, OpenAiFixture.asking("\"stream\":true")));

        assertThat(asked).containsExactly(events.get(0), events.get(1), events.get(2), "[DONE]");
        assertThat(notAsked).containsExactly(events.get(0), events.get(1), "[DONE]");
    }

    @Test
    void a_field_that_only_tunes_is_a_warning_of_another_provider() {
        String body = OpenAiFixture.asking("\"user\":\"u1\",\"reasoning_effort\":\"low\",\"metadata\":null");

        Client.Answer whole = other.post(OpenAiFixture.CHAT, body);
        List<String> events = OpenAiFixture.events(other.post(
                OpenAiFixture.CHAT,
                OpenAiFixture.asking("\"user\":\"u1\",\"reasoning_effort\":\"low\",\"stream\":true")));

        String warnings = "[\"reasoning_effort is not supported by the model's provider and was left out\","
                + "\"user is not supported by the model's provider and was left out\"]";
        assertThat(whole.json().get("warnings").toString()).isEqualTo(warnings);
        assertThat(OpenAiFixture.json(events.get(events.size() - 2))
                        .get("warnings")
                        .toString())
                .isEqualTo(warnings);
        assertThat(other.model.asked().original()).isEmpty();
    }

    @Test
    void each_field_that_is_left_out_is_named_once() {
        Client.Answer answer = other.post(OpenAiFixture.CHAT, """
            {"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"a","b":1},
               {"type":"input_audio","input_audio":{"data":"UklGRg==","format":"wav","c":1}},
               {"type":"file","file":{"file_data":"data:application/pdf;base64,JVBERi0=","d":1}}]},
              {"role":"assistant","content":[{"type":"text","text":"x","e":1,
                "cache_control":{"type":"ephemeral","f":1}}]}]}
            """);

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.json().get("warnings"))
                .extracting(warning -> warning.asText().replaceFirst(" .*", ""))
                .containsExactly(
                        "messages[0].content[0].b",
                        "messages[0].content[1].input_audio.c",
                        "messages[0].content[2].file.d",
                        "messages[1].content[0].cache_control.f",
                        "messages[1].content[0].e",
                        "cache_control");
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String text(ByteBuffer bytes) {
        return StandardCharsets.UTF_8.decode(bytes).toString();
    }
}
