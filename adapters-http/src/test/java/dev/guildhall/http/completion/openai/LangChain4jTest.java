package dev.guildhall.http.completion.openai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ContentPart;
import dev.guildhall.ports.completion.DecodingOptions;
import dev.guildhall.ports.completion.FinishReason;
import dev.guildhall.ports.completion.FunctionSpec;
import dev.guildhall.ports.completion.MediaSource;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.usage.Usage;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialThinking;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiEmbeddingModel;
import dev.langchain4j.model.openai.OpenAiResponsesChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What LangChain4j sends and reads: pictures, tools, reasoning and many embeddings, by chat completions and responses. */
class LangChain4jTest {
    private static final int PATIENCE_S = 60;
    private static final int MANY = 512;
    private static final String PICTURE = "iVBORw0KGgo=";

    @AutoClose
    private final OpenAiFixture fixture = new OpenAiFixture(LangChain4jTest::answer);

    private final String base = "http://127.0.0.1:" + fixture.server.port() + OpenAiFixture.BASE;
    private final String key = fixture.person.accessToken();

    private static Completion answer(CompletionRequest request, ChunkSink sink) {
        sink.accept(new Chunk.Reasoned("Hm."));
        sink.accept(new Chunk.CallBegun(0, "c1", "weather"));
        sink.accept(new Chunk.CallArguments(0, "{\"city\":\"Bonn\"}"));
        sink.settle();
        ToolCall call = new ToolCall("c1", "weather", new ToolArguments.Parsed(Map.of("city", "Bonn")));
        return new Completion(
                "", Optional.empty(), "Hm.", List.of(call), "m-1", new Usage(7, 3), FinishReason.TOOL_CALLS);
    }

    private static ChatRequest question() {
        return ChatRequest.builder()
                .messages(UserMessage.from(
                        TextContent.from("See"), ImageContent.from(PICTURE, "image/png", ImageContent.DetailLevel.LOW)))
                .toolSpecifications(ToolSpecification.builder().name("weather").build())
                .build();
    }

    private void requireWholeQuestion() {
        CompletionRequest asked = fixture.model.asked();
        assertThat(asked.messages())
                .containsExactly(new ChatMessage.User(List.of(
                        new ContentPart.Text("See"),
                        new ContentPart.Media(
                                ContentPart.Kind.PICTURE,
                                new MediaSource.Inline("image/png", PICTURE),
                                Optional.empty(),
                                Optional.of("low"),
                                Optional.empty()))));
        assertThat(asked.offer().functions()).extracting(FunctionSpec::name).containsExactly("weather");
    }

    private static void requireWholeAnswer(AiMessage message) {
        assertThat(message.toolExecutionRequests()).singleElement().satisfies(call -> {
            assertThat(call.name()).isEqualTo("weather");
            assertThat(call.arguments()).isEqualTo("{\"city\":\"Bonn\"}");
        });
    }

    @Test
    void chat_completions_whole_and_in_pieces() throws Exception {
        OpenAiChatModel whole = OpenAiChatModel.builder()
                .baseUrl(base)
                .apiKey(key)
                .modelName("piecewise")
                .returnThinking(true)
                .build();

        AiMessage answer = whole.chat(question()).aiMessage();

        requireWholeQuestion();
        requireWholeAnswer(answer);
        assertThat(answer.thinking()).isEqualTo("Hm.");
        AiMessage streamed = streamed().get(PATIENCE_S, TimeUnit.SECONDS);
        requireWholeQuestion();
        requireWholeAnswer(streamed);
        assertThat(streamed.thinking()).isEqualTo("Hm.");
    }

    private CompletableFuture<AiMessage> streamed() {
        CompletableFuture<AiMessage> answer = new CompletableFuture<>();
        OpenAiStreamingChatModel.builder()
                .baseUrl(base)
                .apiKey(key)
                .modelName("piecewise")
                .returnThinking(true)
                .build()
                .chat(question(), new StreamingChatResponseHandler() {
                    @Override
                    public void onPartialThinking(PartialThinking piece) {}

                    @Override
                    public void onCompleteResponse(ChatResponse response) {
                        answer.complete(response.aiMessage());
                    }

                    @Override
                    public void onError(Throwable error) {
                        answer.completeExceptionally(error);
                    }
                });
        return answer;
    }

    @Test
    void responses() {
        ChatModel model = OpenAiResponsesChatModel.builder()
                .baseUrl(base)
                .apiKey(key)
                .modelName("piecewise")
                .reasoningEffort("low")
                .store(false)
                .build();

        AiMessage answer = model.chat(question()).aiMessage();

        requireWholeQuestion();
        requireWholeAnswer(answer);
        assertThat(fixture.model.asked().sampling().decoding().others())
                .contains(new DecodingOptions.Setting("reasoning_effort", "low", "reasoning.effort"));
    }

    @Test
    void many_embeddings_at_once() {
        List<TextSegment> segments = IntStream.range(0, MANY)
                .mapToObj(i -> TextSegment.from("text " + i))
                .toList();

        assertThat(OpenAiEmbeddingModel.builder()
                        .baseUrl(base)
                        .apiKey(key)
                        .modelName("hashing")
                        .maxSegmentsPerBatch(MANY)
                        .build()
                        .embedAll(segments)
                        .content())
                .hasSize(MANY);
    }
}
