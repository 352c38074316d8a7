package dev.guildhall.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.FinishReason;
import dev.guildhall.ports.completion.FunctionSpec;
import dev.guildhall.ports.completion.ModelInfo;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.usage.Usage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every {@link ChatModel} does, for every provider. */
public interface ChatModelContract {
    /** The tool that {@link #callingRequest()} offers. */
    FunctionSpec ECHO = new FunctionSpec(
            "sample.echo",
            "Answers with the text that it is given.",
            Map.of(
                    "type",
                    "object",
                    "properties",
                    Map.of("text", Map.of("type", "string")),
                    "required",
                    List.of("text")));

    /** A model that always answers {@link #wordyRequest()} with the same three or more pieces, and with no call. */
    ChatModel wordyModel();

    /** A model that answers {@link #callingRequest()} with one call of {@link #ECHO} with the text {@code hi}. */
    ChatModel callingModel();

    /** A question that {@link #wordyModel()} answers. */
    default CompletionRequest wordyRequest() {
        return CompletionRequest.of("Count to 20.");
    }

    /** A question that {@link #callingModel()} answers with a call. */
    default CompletionRequest callingRequest() {
        ChatMessage question = new ChatMessage.User("Call sample.echo {\"text\": \"hi\"}");
        return new CompletionRequest(List.of(question), Sampling.DEFAULT, List.of(ECHO));
    }

    @Test
    default void provider_has_a_name() {
        assertThat(wordyModel().provider()).isNotBlank();
    }

    @Test
    default void models_are_listed_once_each() {
        List<ModelInfo> models = wordyModel().models();

        assertThat(models).isNotEmpty().extracting(ModelInfo::id).doesNotHaveDuplicates();
        assertThat(models).allSatisfy(model -> assertThat(model.name()).isNotBlank());
    }

    @Test
    default void joined_pieces_are_the_content() {
        List<String> pieces = new ArrayList<>();

        Completion whole = wordyModel().stream(wordyRequest(), chunk -> pieces.add(text(chunk)));
        pieces.removeIf(String::isEmpty);

        assertThat(pieces).hasSizeGreaterThanOrEqualTo(3).noneMatch(String::isEmpty);
        assertThat(String.join("", pieces)).isEqualTo(whole.content());
    }

    @Test
    default void whole_answer_equals_the_streamed_one() {
        ChatModel model = wordyModel();

        Completion streamed = model.stream(wordyRequest(), chunk -> {});

        assertThat(model.complete(wordyRequest())).isEqualTo(streamed);
    }

    @Test
    default void plain_answer_has_its_usage_and_finish_reason() {
        Completion whole = wordyModel().complete(wordyRequest());

        assertThat(whole.model()).isNotBlank();
        assertThat(whole.toolCalls()).isEmpty();
        assertThat(whole.finish()).isEqualTo(FinishReason.STOP);
        assertThat(whole.usage().promptTokens()).isPositive();
        assertThat(whole.usage().completionTokens()).isPositive();
    }

    @Test
    default void sink_runs_on_the_calling_thread() {
        List<Thread> threads = new ArrayList<>();

        wordyModel().stream(wordyRequest(), chunk -> threads.add(Thread.currentThread()));

        assertThat(threads).containsOnly(Thread.currentThread());
    }

    @Test
    default void exception_of_the_sink_is_thrown_unchanged_and_ends_the_call() {
        IllegalStateException disconnected = new IllegalStateException("the client has disconnected");
        List<Chunk> taken = new ArrayList<>();

        Throwable thrown = catchThrowableOfType(
                IllegalStateException.class,
                () -> wordyModel().stream(wordyRequest(), chunk -> {
                    taken.add(chunk);
                    throw disconnected;
                }));

        assertThat(thrown).isSameAs(disconnected);
        assertThat(taken).hasSize(1);
    }

    @Test
    default void interrupt_ends_the_call_as_cancelled_and_stays_visible() {
        List<Chunk> taken = new ArrayList<>();

        Refusal refusal = catchThrowableOfType(
                Refusal.class,
                () -> wordyModel().stream(wordyRequest(), chunk -> {
                    taken.add(chunk);
                    Thread.currentThread().interrupt();
                }));
        boolean stillInterrupted = Thread.interrupted();

        assertThat(refusal.problem()).isEqualTo(new CommonProblem.Cancelled());
        assertThat(stillInterrupted).isTrue();
        assertThat(taken).hasSize(1);
    }

    @Test
    default void call_of_a_tool_arrives_with_its_arguments() {
        Completion whole = callingModel().stream(callingRequest(), chunk -> {});

        assertThat(whole.finish()).isEqualTo(FinishReason.TOOL_CALLS);
        assertThat(whole.toolCalls()).singleElement().satisfies(call -> {
            assertThat(call.id()).isNotBlank();
            assertThat(call.tool()).isEqualTo("sample.echo");
            assertThat(call.arguments()).isEqualTo(new ToolArguments.Parsed(Map.of("text", "hi")));
        });
    }

    @Test
    default void pieces_of_a_call_are_the_call() {
        List<Chunk> taken = new ArrayList<>();

        Completion whole = callingModel().stream(callingRequest(), taken::add);

        ToolCall call = whole.toolCalls().getFirst();
        assertThat(taken.stream().filter(chunk -> !(chunk instanceof Chunk.Counted)))
                .first()
                .isEqualTo(new Chunk.CallBegun(0, call.id(), call.tool()));
        assertThat(argumentsOf(0, taken).replaceAll("\\s", "")).isEqualTo("{\"text\":\"hi\"}");
    }

    @Test
    default void sink_settles_behind_the_last_piece() {
        Settled words = new Settled();
        Settled calls = new Settled();

        wordyModel().stream(wordyRequest(), words);
        callingModel().stream(callingRequest(), calls);

        assertThat(words.pieces).isGreaterThanOrEqualTo(3);
        assertThat(words.isSettled).isTrue();
        assertThat(calls.pieces).isPositive();
        assertThat(calls.isSettled).isTrue();
    }

    @Test
    default void a_sink_that_does_not_want_the_whole_gets_the_same_pieces_and_the_same_end() {
        Passing words = new Passing();
        Passing calls = new Passing();

        Completion answered = wordyModel().stream(wordyRequest(), words);
        Completion called = callingModel().stream(callingRequest(), calls);

        Completion whole = wordyModel().complete(wordyRequest());
        assertThat(words.taken.stream().map(ChatModelContract::text).collect(Collectors.joining()))
                .isEqualTo(whole.content());
        assertThat(argumentsOf(0, calls.taken).replaceAll("\\s", "")).isEqualTo("{\"text\":\"hi\"}");
        assertThat(answered.finish()).isEqualTo(whole.finish());
        assertThat(answered.model()).isEqualTo(whole.model());
        assertThat(answered.usage().estimated()).isEqualTo(whole.usage().estimated());
        assertThat(answered.usage().completionTokens()).isPositive();
        assertThat(called.finish()).isEqualTo(FinishReason.TOOL_CALLS);
    }

    /** A sink that receives pieces and does not want the whole answer. */
    final class Passing implements ChunkSink {
        private final List<Chunk> taken = new ArrayList<>();

        public Passing() {}

        @Override
        public void accept(Chunk chunk) {
            taken.add(chunk);
        }

        @Override
        public boolean wantsWhole() {
            return false;
        }
    }

    @Test
    default void the_last_reported_usage_counts() {
        List<Usage> counted = new ArrayList<>();

        Completion whole = wordyModel().stream(wordyRequest(), chunk -> {
            if (chunk instanceof Chunk.Counted(Usage usage)) {
                counted.add(usage);
            }
        });

        assertThat(counted).noneMatch(Usage::estimated);
        assertThat(counted.isEmpty() || counted.getLast().equals(whole.usage())).isTrue();
    }

    @Test
    default void call_of_a_tool_arrives_in_a_whole_answer_too() {
        Completion whole = callingModel().complete(callingRequest());

        assertThat(whole.toolCalls()).extracting(ToolCall::tool).containsExactly("sample.echo");
    }

    @Test
    default void many_callers_at_once_get_a_whole_answer_each() throws Exception {
        ChatModel model = wordyModel();
        String expected = model.complete(wordyRequest()).content();

        List<String> replies = atOnce(16, () -> {
            List<String> pieces = new ArrayList<>();
            model.stream(wordyRequest(), chunk -> pieces.add(text(chunk)));
            return String.join("", pieces);
        });

        assertThat(replies).hasSize(16).containsOnly(expected);
    }

    @Test
    default void list_of_models_cannot_be_changed_by_a_caller() {
        List<ModelInfo> models = wordyModel().models();

        assertThatThrownBy(models::clear).isInstanceOf(UnsupportedOperationException.class);
    }

    /** A sink that records whether {@code settle} was called after the last piece. */
    final class Settled implements ChunkSink {
        private int pieces;
        private boolean isSettled;

        public Settled() {}

        @Override
        public void accept(Chunk chunk) {
            pieces++;
            isSettled = false;
        }

        @Override
        public void settle() {
            isSettled = true;
        }
    }

    private static String argumentsOf(int call, List<Chunk> chunks) {
        StringBuilder json = new StringBuilder();
        for (Chunk chunk : chunks) {
            if (chunk instanceof Chunk.CallArguments(int index, String part) && index == call) {
                json.append(part);
            }
        }
        return json.toString();
    }

    private static String text(Chunk chunk) {
        return switch (chunk) {
            case Chunk.Text text -> text.content();
            case Chunk.Refused refused -> refused.content();
            case Chunk.Reasoned ignored -> "";
            case Chunk.CallBegun ignored -> "";
            case Chunk.CallArguments ignored -> "";
            case Chunk.Counted ignored -> "";
            case Chunk.Original ignored -> "";
        };
    }

    private static List<String> atOnce(int callers, Callable<String> call) throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<String>> running = threads.invokeAll(
                    IntStream.range(0, callers).mapToObj(i -> call).collect(Collectors.toList()));
            List<String> replies = new ArrayList<>();
            for (Future<String> one : running) {
                replies.add(one.get());
            }
            return replies;
        }
    }
}
