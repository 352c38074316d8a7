package dev.guildhall.wire.gemini;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.FinishReason;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.completion.AnswerReader;
import dev.guildhall.wire.completion.PartialAnswer;
import dev.guildhall.wire.gemini.GeminiAnswerJson.CandidateJson;
import dev.guildhall.wire.gemini.GeminiAnswerJson.PartJson;
import dev.guildhall.wire.http.ProviderJson;
import dev.guildhall.wire.http.UnreadableAnswer;
import dev.guildhall.wire.sse.Slice;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Assembles one answer from the events of a stream or from a whole answer, which have one form. */
public final class GeminiAnswerReader implements AnswerReader {
    private static final String MALFORMED_CALL = "MALFORMED_FUNCTION_CALL";

    private final PartialAnswer answer;
    private final Function<JsonNode, ? extends Problem> errors;
    private boolean begun;
    private boolean finished;

    /** @param errors the problem of an error object in an answer */
    public GeminiAnswerReader(PartialAnswer answer, Function<JsonNode, ? extends Problem> errors) {
        this.answer = answer;
        this.errors = errors;
    }

    /** The event with the reason is the last one, apart from those of further candidates, which only pass through. */
    @Override
    public boolean event(Slice data) throws IOException {
        GeminiAnswerJson json = ProviderJson.read(data, GeminiAnswerJson.class);
        requireNoError(json);
        answer.original("", data, false);
        add(json);
        return !finished || answer.isPassed();
    }

    @Override
    public void whole(Slice json) throws IOException {
        GeminiAnswerJson whole = ProviderJson.read(json, GeminiAnswerJson.class);
        requireNoError(whole);
        add(whole);
    }

    private void requireNoError(GeminiAnswerJson json) {
        JsonNode error = json.error();
        if (error != null && !error.isNull()) {
            throw new Refusal(errors.apply(error));
        }
    }

    private void add(GeminiAnswerJson json) throws UnreadableAnswer {
        answer.model(json.modelVersion() == null ? "" : json.modelVersion());
        for (CandidateJson candidate : present(json.candidates())) {
            if (candidate.index() == null || candidate.index() == 0) {
                add(candidate);
            }
        }
        if (json.promptFeedback() != null && json.promptFeedback().blockReason() != null) {
            begun = true;
            finished = true;
            answer.finish(FinishReason.CONTENT_FILTER);
        }
        if (json.usageMetadata() != null) {
            json.usageMetadata().usage().ifPresent(answer::counted);
        }
    }

    private void add(CandidateJson candidate) throws UnreadableAnswer {
        if (candidate.content() != null) {
            for (PartJson part : present(candidate.content().parts())) {
                begun = true;
                add(part);
            }
        }
        String reason = candidate.finishReason();
        if (reason != null && !reason.isBlank()) {
            if (reason.equals(MALFORMED_CALL) && !begun) {
                throw new UnreadableAnswer("the model wrote a call that its provider could not read");
            }
            begun = true;
            finished = true;
            answer.finish(FinishReasons.read(reason));
        }
    }

    private void add(PartJson part) throws UnreadableAnswer {
        if (part.functionCall() != null) {
            GeminiAnswerJson.CallJson json = part.functionCall();
            int call = answer.call(text(json.id()), text(json.name()));
            JsonNode arguments = json.args();
            answer.arguments(call, arguments == null || arguments.isNull() ? "{}" : arguments.toString());
        } else if (part.inlineData() != null) {
            String type = text(part.inlineData().mimeType());
            answer.other(type.startsWith("image/") ? "image" : type.startsWith("audio/") ? "audio" : "file");
        } else if (part.executableCode() != null) {
            answer.other("executable_code");
        } else if (part.codeExecutionResult() != null) {
            answer.other("code_execution_result");
        } else if (Boolean.TRUE.equals(part.thought())) {
            answer.reasoning(text(part.text()));
        } else {
            answer.text(text(part.text()));
        }
    }

    private static <T> List<T> present(@Nullable List<@Nullable T> some) {
        return some == null ? List.of() : some.stream().filter(Objects::nonNull).toList();
    }

    private static String text(@Nullable String text) {
        return text == null ? "" : text;
    }

    @Override
    public boolean hasBegun() {
        return begun;
    }

    @Override
    public Completion end() throws UnreadableAnswer {
        if (!finished) {
            throw new UnreadableAnswer("the provider's answer is incomplete");
        }
        return answer.whole();
    }
}
