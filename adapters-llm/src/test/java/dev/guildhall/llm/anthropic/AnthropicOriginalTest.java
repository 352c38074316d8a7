package dev.guildhall.llm.anthropic;

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
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Requests and answers that pass unchanged. */
class AnthropicOriginalTest {
    private static final String BODY = "{ \"model\": \"alias\", \"messages\":[{\"role\":\"user\",\"content\":\"é\"}],"
            + "\"thinking\":{\"type\":\"enabled\",\"budget_tokens\": 1024} }";

    @AutoClose
    private final ScriptedServer server = new ScriptedServer();

    @Test
    void a_whole_answer_and_its_request_are_unchanged() throws InterruptedException {
        String answer = "{\"id\":\"m\", \"type\":\"message\",\"content\":[{\"type\":\"thinking\",\"thinking\":\"hm\","
                + "\"signature\":\"s\"},{\"type\":\"text\",\"text\":\"one\"}],\"stop_reason\":\"end_turn\","
                + "\"usage\":{\"input_tokens\":3,\"cache_read_input_tokens\":2,\"output_tokens\":4}}";
        server.answers(ScriptedServer.ok("application/json", answer));

        Completion completion = AnthropicServer.model(server).complete(request());

        assertThat(text(completion.original().orElseThrow())).isEqualTo(answer);
        assertThat(completion.content()).isEqualTo("one");
        assertThat(completion.usage()).isEqualTo(new Usage(5, 4).withParts(2, 0, 0));
        RecordedRequest taken = server.taken();
        assertThat(requireNonNull(taken.getBody()).utf8()).isEqualTo(BODY.replace("alias", "real"));
        assertThat(taken.getHeaders().get("anthropic-beta")).isEqualTo("one,two");
        assertThat(taken.getHeaders().get("anthropic-version")).isEqualTo("2023-06-01");
        assertThat(taken.getHeaders().get("x-api-key")).isEqualTo(ScriptedServer.KEY);
    }

    @Test
    void the_events_of_a_stream_are_unchanged() {
        List<String> events = List.of(
                "{\"type\": \"message_start\",\"message\":{\"usage\":{\"input_tokens\":3,\"output_tokens\":1}}}",
                "{\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"thinking\"}}",
                "{\"type\":\"content_block_stop\",\"index\":0}",
                "{\"type\":\"ping\"}",
                "{\"type\":\"later_type\",\"x\":1}",
                "{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"},\"usage\":{\"output_tokens\":4}}",
                "{\"type\":\"message_stop\"}");
        server.answers(ScriptedServer.ok(
                "text/event-stream", "event: any\ndata: " + String.join("\n\nevent: any\ndata: ", events) + "\n\n"));
        List<String> names = new ArrayList<>();
        List<String> passed = new ArrayList<>();

        Completion completion = AnthropicServer.model(server).stream(request(), chunk -> {
            if (chunk instanceof Chunk.Original original) {
                names.add(original.name());
                passed.add(text(original.event()));
            }
        });

        assertThat(passed).isEqualTo(events);
        assertThat(names)
                .containsExactly(
                        "message_start",
                        "content_block_start",
                        "content_block_stop",
                        "ping",
                        "later_type",
                        "message_delta",
                        "message_stop");
        assertThat(completion.usage()).isEqualTo(new Usage(3, 4));
    }

    @Test
    void the_provider_counts_the_tokens_of_a_request_of_its_protocol() throws InterruptedException {
        server.answers(ScriptedServer.ok("application/json", "{\"input_tokens\":14}"));

        assertThat(AnthropicServer.model(server).countTokens(request())).isEqualTo(14);
        RecordedRequest taken = server.taken();
        assertThat(taken.getUrl().encodedPath()).endsWith("/v1/messages/count_tokens");
        assertThat(requireNonNull(taken.getBody()).utf8()).isEqualTo(BODY.replace("alias", "real"));
    }

    private static CompletionRequest request() {
        return CompletionRequest.of("é")
                .withModel("real")
                .withOriginal(new OriginalRequest(
                        Protocol.ANTHROPIC_MESSAGES,
                        ByteBuffer.wrap(BODY.getBytes(StandardCharsets.UTF_8)),
                        Map.of("anthropic-beta", "one,two"),
                        List.of(),
                        List.of("thinking")));
    }

    private static String text(ByteBuffer bytes) {
        return StandardCharsets.UTF_8.decode(bytes.duplicate()).toString();
    }
}
