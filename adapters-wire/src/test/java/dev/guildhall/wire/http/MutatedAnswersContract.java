package dev.guildhall.wire.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.guildhall.ports.completion.ChatModel;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.ModelInfo;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Every mutated response is an answer or a failure of the provider. */
public interface MutatedAnswersContract {
    /** The number of mutated responses; each has its number as the seed. */
    int ROUNDS = 1_000;

    /** The model that calls the server. */
    ChatModel model(String baseUrl);

    /** Recorded whole answers. */
    List<String> wholeAnswers();

    /** Recorded events of streams. */
    List<List<String>> streams();

    /** Recorded lists of models. */
    List<String> modelLists();

    /** The media type of a stream. */
    String streamType();

    /** An event in the format of the stream. */
    String framed(String event);

    @Test
    default void a_mutated_whole_answer_is_an_answer_or_a_failure_of_the_provider() throws IOException {
        each(
                "application/json",
                seed -> mutated(wholeAnswers(), seed),
                model -> requireSound(model.complete(CompletionRequest.of("Hi"))));
    }

    @Test
    default void a_mutated_stream_is_an_answer_or_a_failure_of_the_provider() throws IOException {
        each(streamType(), this::mutatedStream, model -> {
            List<Chunk> chunks = new ArrayList<>();
            Completion whole = model.stream(CompletionRequest.of("Hi"), chunks::add);
            requireSound(whole);
            assertThat(whole.content()).isEqualTo(words(chunks));
        });
    }

    @Test
    default void a_mutated_list_of_models_is_a_list_or_a_failure_of_the_provider() throws IOException {
        each(
                "application/json",
                seed -> mutated(modelLists(), seed),
                model -> assertThat(model.models()).extracting(ModelInfo::id).noneMatch(String::isBlank));
    }

    private void each(String type, LongFunction<String> answer, Consumer<ChatModel> call) throws IOException {
        AtomicReference<String> body = new AtomicReference<>("");
        try (RawServer server = new RawServer((socket, number) -> serve(socket, type, body))) {
            ChatModel model = model(server.address("http", "127.0.0.1").toString());
            for (long seed = 0; seed < ROUNDS; seed++) {
                body.set(answer.apply(seed));
                requireAnswerOrFailure(body.get(), () -> call.accept(model));
            }
        }
    }

    private static void serve(Socket socket, String type, AtomicReference<String> body) throws IOException {
        while (!RawServer.request(socket).isEmpty()) {
            int length = body.get().getBytes(StandardCharsets.UTF_8).length;
            RawServer.send(
                    socket,
                    "HTTP/1.1 200 OK\r\nContent-Type: " + type + "\r\nContent-Length: " + length + "\r\n\r\n"
                            + body.get());
        }
    }

    private static <T> T recorded(List<T> recordings, long seed) {
        return recordings.get((int) (seed % recordings.size()));
    }

    private static String mutated(List<String> recordings, long seed) {
        return new MutatedJson(seed).of(ScriptedServer.json(recorded(recordings, seed)));
    }

    /** Changes one event; sometimes omits it or sends it twice. */
    private String mutatedStream(long seed) {
        List<String> recorded = recorded(streams(), seed);
        MutatedJson random = new MutatedJson(seed);
        int changed = random.below(recorded.size());
        StringBuilder body = new StringBuilder();
        for (int i = 0; i < recorded.size(); i++) {
            String event = i == changed ? random.of(ScriptedServer.json(recorded.get(i))) : recorded.get(i);
            int times = i == changed ? random.below(3) : 1;
            body.append(framed(event).repeat(times));
        }
        return body.toString();
    }

    private static void requireAnswerOrFailure(String body, ThrowingCallable call) {
        Throwable thrown = catchThrowable(call);
        if (thrown instanceof Refusal refusal) {
            assertThat(refusal.problem()).as(body).isInstanceOf(CompletionProblem.class);
        } else {
            assertThat(thrown).as(body).isNull();
        }
    }

    private static void requireSound(Completion whole) {
        assertThat(whole.model()).isNotBlank();
        assertThat(whole.usage().promptTokens()).isBetween(0L, Limits.MOST_TOKENS);
        assertThat(whole.usage().completionTokens()).isBetween(0L, Limits.MOST_TOKENS);
        assertThat(whole.toolCalls())
                .extracting(ToolCall::id)
                .doesNotHaveDuplicates()
                .noneMatch(String::isBlank);
    }

    private static String words(List<Chunk> chunks) {
        StringBuilder words = new StringBuilder();
        for (Chunk chunk : chunks) {
            if (chunk instanceof Chunk.Text text) {
                words.append(text.content());
            }
        }
        return words.toString();
    }
}
