package dev.guildhall.http.completion.openai;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Client;
import dev.guildhall.http.NodeScript;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.FinishReason;
import dev.guildhall.ports.completion.ResponseFormat;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.usage.Usage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether OpenAI's own client works with the server. */
class OfficialClientIT {
    private static final Usage USAGE = new Usage(9, 4);

    @TempDir
    private Path folder;

    @Test
    void it_chats_streams_calls_tools_lists_embeds_and_knows_every_error() throws Exception {
        try (OpenAiFixture fixture = new OpenAiFixture(OfficialClientIT::answer);
                NodeScript client = NodeScript.start(
                        folder,
                        "/openai/client.cjs",
                        "openai",
                        "http://127.0.0.1:" + fixture.server.port() + OpenAiFixture.BASE,
                        fixture.person.accessToken())) {
            JsonNode seen = client.seen();

            assertAnswered(seen);
            assertStreamed(seen);
            assertCalled(seen);
            assertListed(seen);
            assertEmbedded(seen);
            assertFailed(seen);
        }
    }

    private static Completion answer(CompletionRequest request, ChunkSink sink) {
        return switch (request.messages().getLast()) {
            case ChatMessage.ToolResult result -> words(sink, "It is ", result.content(), " in " + result.tool() + ".");
            case ChatMessage.User question -> answer(question.content(), request, sink);
            case ChatMessage.Instruction ignored -> throw new IllegalStateException("a person speaks last here");
            case ChatMessage.Assistant ignored -> throw new IllegalStateException("a person speaks last here");
        };
    }

    private static Completion answer(String question, CompletionRequest request, ChunkSink sink) {
        return switch (question) {
            case "weather" -> calls(request, sink);
            case "json" ->
                switch (request.format()) {
                    case ResponseFormat.Schema schema -> words(sink, "{\"form\":\"", schema.name(), "\"}");
                    case ResponseFormat.Json ignored -> words(sink, "{\"form\":\"any\"}");
                    case ResponseFormat.Words ignored -> words(sink, "no JSON");
                };
            case "limited" ->
                throw new Refusal(new CompletionProblem.ProviderLimited(Optional.of(Duration.ofSeconds(7))));
            case "down" -> throw new Refusal(new CompletionProblem.ProviderFailed("the provider cannot be reached"));
            case "broken" -> {
                sink.accept(new Chunk.Text("Hel"));
                sink.settle();
                throw new Refusal(new CompletionProblem.ProviderTimedOut("idle"));
            }
            default -> words(sink, "Grüße, ", "Welt ", "😀\n\"");
        };
    }

    private static Completion words(ChunkSink sink, String... words) {
        for (String word : words) {
            sink.accept(new Chunk.Text(word));
        }
        sink.settle();
        return new Completion(String.join("", words), List.of(), "piecewise-1", USAGE, FinishReason.STOP);
    }

    private static Completion calls(CompletionRequest request, ChunkSink sink) {
        String tool = request.offer().functions().getFirst().name();
        sink.accept(new Chunk.CallBegun(0, "c1", tool));
        sink.accept(new Chunk.CallBegun(1, "c2", tool));
        sink.accept(new Chunk.CallArguments(1, "{\"city\":"));
        sink.settle();
        sink.accept(new Chunk.CallArguments(0, "{\"city\":\"Bonn\"}"));
        sink.accept(new Chunk.CallArguments(1, "\"Łódź\"}"));
        sink.settle();
        List<ToolCall> calls = List.of(
                new ToolCall("c1", tool, new ToolArguments.Parsed(Map.of("city", "Bonn"))),
                new ToolCall("c2", tool, new ToolArguments.Parsed(Map.of("city", "Łódź"))));
        return new Completion("", calls, "piecewise-1", USAGE, FinishReason.TOOL_CALLS);
    }

    private static void assertAnswered(JsonNode seen) {
        assertThat(seen.at("/whole/choices/0/message/content").asText()).isEqualTo("Grüße, Welt 😀\n\"");
        assertThat(seen.at("/whole/usage/total_tokens").asInt()).isEqualTo(13);
        assertThat(seen.get("requestId").asText()).isNotBlank();
        assertThat(seen.get("json").toString()).isEqualTo("[{\"form\":\"any\"},{\"form\":\"city\"}]");
    }

    private static void assertStreamed(JsonNode seen) {
        assertThat(Client.texts(
                        seen,
                        "words",
                        "last.usage.completion_tokens",
                        "final.choices.0.message.content",
                        "final.choices.0.finish_reason",
                        "final.model"))
                .containsExactly("Grüße, Welt 😀\n\"", "4", "Grüße, Welt 😀\n\"", "stop", "piecewise-1");
    }

    private static void assertCalled(JsonNode seen) {
        for (String way : List.of("calls", "streamedCalls")) {
            assertThat(seen.get(way)).hasSize(2);
            assertThat(seen.at("/" + way + "/0/id").asText()).isEqualTo("c1");
            assertThat(seen.at("/" + way + "/1/function/name").asText()).isEqualTo("weather");
            assertThat(seen.at("/" + way + "/0/function/arguments").asText()).isEqualTo("{\"city\":\"Bonn\"}");
            assertThat(seen.at("/" + way + "/1/function/arguments").asText()).isEqualTo("{\"city\":\"Łódź\"}");
        }
        assertThat(seen.get("told").asText()).isEqualTo("It is sunny in weather.");
    }

    private static void assertListed(JsonNode seen) {
        assertThat(seen.get("models")).map(JsonNode::asText).isEqualTo(List.of("piecewise", "org/big", "hashing"));
        assertThat(seen.at("/model/id").asText()).isEqualTo("org/big");
    }

    private static void assertEmbedded(JsonNode seen) {
        assertThat(seen.get("embedded")).hasSize(2);
        assertThat(seen.at("/embedded/0")).hasSize(256);
        assertThat(seen.get("embedded")).isEqualTo(seen.get("embeddedAsFloats"));
    }

    private static void assertFailed(JsonNode seen) {
        assertError(seen.get("bad"), "BadRequestError", 400, "temperature", "null");
        assertError(seen.get("picture"), "BadRequestError", 400, "messages[0].content[0].image_url.url", "null");
        assertError(seen.get("key"), "AuthenticationError", 401, "null", "invalid_api_key");
        assertError(seen.get("missing"), "NotFoundError", 404, "model", "model_not_found");
        assertError(seen.get("limited"), "RateLimitError", 429, "null", "rate_limit_exceeded");
        assertError(seen.get("down"), "InternalServerError", 502, "null", "upstream_unavailable");
        assertThat(Client.texts(seen, "limited.retryAfter", "broken.name", "broken.code"))
                .containsExactly("7", "APIError", "upstream_timeout");
    }

    private static void assertError(JsonNode error, String name, int status, String param, String code) {
        assertThat(error.path("name").asText()).as(error.toString()).isEqualTo(name);
        assertThat(error.get("status").asInt()).isEqualTo(status);
        assertThat(error.get("param").asText()).isEqualTo(param);
        assertThat(error.get("code").asText()).isEqualTo(code);
    }
}
