package dev.guildhall.llm.openai;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.OriginalRequest;
import dev.guildhall.ports.completion.Protocol;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.wire.http.ScriptedServer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Requests and answers that pass unchanged. */
class OpenAiOriginalTest {
    private static final String BODY =
            "{ \"model\": \"alias\", \"messages\":[{\"role\":\"user\",\"content\":\"\\u00e9é\"}],\"n\":2,\"x\": 1.50 }";

    @AutoClose
    private final ScriptedServer server = new ScriptedServer();

    @Test
    void a_whole_answer_and_its_request_are_unchanged() throws InterruptedException {
        String answer = "{\"id\":\"a\",\n"
            + " \"system_fingerprint\":\"fp\",\"choices\":["
            + "{\"index\":0,\"message\":{\"content\":\"one\",\"reasoning_content\":\"r\"},\"finish_reason\":\"stop\"},"
            + "{\"index\":1,\"message\":{\"content\":\"two\"},\"finish_reason\":\"stop\"}],"
            + "\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":4}}";
        server.answers(OpenAiServer.json(answer));

        Completion completion = OpenAiServer.model(server).complete(request("real", BODY));

        assertThat(text(completion.original().orElseThrow())).isEqualTo(answer);
        assertThat(completion.content()).isEqualTo("one");
        assertThat(completion.usage()).isEqualTo(new Usage(3, 4));
        assertThat(requireNonNull(server.taken().getBody()).utf8()).isEqualTo(BODY.replace("alias", "real"));
    }

    @Test
    void the_events_of_a_stream_are_unchanged() throws InterruptedException {
        List<String> events = List.of(
                "{\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"reasoning_content\":\"hm\"}}]}",
                "{\"choices\":[{\"index\":1,\"delta\":{\"content\":\"two\"}}],\"obfuscation\":\"x\"}",
                "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"one\"},\"logprobs\":{}}]}",
                "{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}",
                "{\"choices\":[],\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":4}}");
        server.answers(OpenAiServer.events("data: " + String.join("\n\ndata: ", events) + "\n\ndata: [DONE]\n\n"));
        String body = BODY.replace("\"n\":2", "\"stream\":true,\"stream_options\":{\"y\":1}");
        List<Chunk.Original> passed = new ArrayList<>();

        Completion completion = OpenAiServer.model(server).stream(request("alias", body), chunk -> {
            if (chunk instanceof Chunk.Original original) {
                passed.add(original);
            }
        });

        assertThat(passed.stream().map(original -> text(original.event()))).isEqualTo(events);
        assertThat(passed.stream().map(Chunk.Original::usageAlone)).containsExactly(false, false, false, false, true);
        assertThat(completion.usage()).isEqualTo(new Usage(3, 4));
        assertThat(requireNonNull(server.taken().getBody()).utf8())
                .isEqualTo(body.replace("{\"y\":1}", "{\"y\":1,\"include_usage\":true}"));
    }

    @Test
    void an_event_on_several_lines_becomes_one_line() {
        server.answers(OpenAiServer.events("data: {\"choices\":[{\"index\":0,\n"
                + "data: \"delta\":{\"content\":\"a\"},\"finish_reason\":\"stop\"}]}\n\n"
                + "data: [DONE]\n\n"));
        List<String> passed = new ArrayList<>();

        OpenAiServer.model(server).stream(request("m", BODY), chunk -> {
            if (chunk instanceof Chunk.Original original) {
                passed.add(text(original.event()));
            }
        });

        assertThat(passed)
                .containsExactly(
                        "{\"choices\":[{\"index\":0, \"delta\":{\"content\":\"a\"},\"finish_reason\":\"stop\"}]}");
    }

    private static CompletionRequest request(String model, String body) {
        return CompletionRequest.of("é")
                .withModel(model)
                .withOriginal(new OriginalRequest(
                        Protocol.OPENAI_CHAT,
                        ByteBuffer.wrap(body.getBytes(StandardCharsets.UTF_8)),
                        Map.of(),
                        List.of("n"),
                        List.of("x")));
    }

    private static String text(ByteBuffer bytes) {
        return StandardCharsets.UTF_8.decode(bytes.duplicate()).toString();
    }
}
