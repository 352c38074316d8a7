package dev.guildhall.wire.ollama;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.FinishReason;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.completion.AnswerReader;
import dev.guildhall.wire.completion.PartialAnswer;
import dev.guildhall.wire.http.ProviderJson;
import dev.guildhall.wire.http.UnreadableAnswer;
import dev.guildhall.wire.sse.Slice;
import java.io.IOException;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Assembles one answer from the lines of a stream or from a whole answer. */
public final class OllamaAnswerReader implements AnswerReader {
    private final PartialAnswer answer;
    private final Function<JsonNode, ? extends Problem> errors;
    private final boolean parallel;
    private boolean begun;
    private boolean done;

    /**
     * An answer without any line yet.
     *
     * @param parallel whether the answer may have several calls; otherwise those after the first are ignored, since the
     *     protocol has no such setting
     */
    public OllamaAnswerReader(PartialAnswer answer, Function<JsonNode, ? extends Problem> errors, boolean parallel) {
        this.answer = answer;
        this.errors = errors;
        this.parallel = parallel;
    }

    /** It has the form of a stream of one line. */
    @Override
    public void whole(Slice json) throws IOException {
        event(json);
    }

    @Override
    public boolean event(Slice data) throws IOException {
        if (!data.is("")) {
            add(ProviderJson.read(data, OllamaAnswerJson.class));
            begun = true;
        }
        return !done;
    }

    @Override
    public boolean hasBegun() {
        return begun;
    }

    private void add(OllamaAnswerJson line) throws UnreadableAnswer {
        if (line.error() != null && !line.error().isNull()) {
            throw new Refusal(errors.apply(line.error()));
        }
        answer.model(text(line.model()));
        if (line.message() != null) {
            add(line.message());
        }
        if (line.done()) {
            done = true;
            answer.finish("length".equals(line.doneReason()) ? FinishReason.LENGTH : FinishReason.STOP);
            answer.counted(count(line.promptEvalCount()), count(line.evalCount()));
        }
    }

    @Override
    public Completion end() throws UnreadableAnswer {
        if (!done) {
            throw new UnreadableAnswer("the provider's answer is incomplete");
        }
        return answer.whole();
    }

    private void add(OllamaAnswerJson.PartJson part) throws UnreadableAnswer {
        answer.reasoning(text(part.thinking()));
        answer.text(text(part.content()));
        if (part.toolCalls() != null) {
            for (OllamaAnswerJson.CallJson call : part.toolCalls()) {
                add(call);
            }
        }
    }

    private void add(OllamaAnswerJson.@Nullable CallJson call) throws UnreadableAnswer {
        if (call != null && call.function() != null && (parallel || answer.calls() == 0)) {
            int index = answer.call(text(call.id()), text(call.function().name()));
            answer.arguments(index, json(call.function().arguments()));
        }
    }

    /** Some servers that speak this protocol send the arguments as text. */
    private static String json(@Nullable JsonNode arguments) {
        if (arguments == null || arguments.isNull()) {
            return "{}";
        }
        return arguments.isTextual() ? arguments.asText() : arguments.toString();
    }

    private static OptionalLong count(@Nullable Long tokens) {
        return tokens == null ? OptionalLong.empty() : OptionalLong.of(Math.max(0, tokens));
    }

    private static String text(@Nullable String text) {
        return text == null ? "" : text;
    }
}
