package dev.guildhall.wire.openai;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.FinishReason;
import dev.guildhall.ports.completion.TokenEstimate;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.WireNames;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.wire.completion.LeftOutParts;
import dev.guildhall.wire.http.UnreadableAnswer;
import dev.guildhall.wire.openai.OpenAiAnswerJson.ChoiceJson;
import java.util.Optional;
import java.util.function.Function;

/** Assembles one answer from the events of the provider, and passes each chunk on. Not thread-safe. */
public final class AnswerParts {
    private final Function<JsonNode, ? extends Problem> errors;
    private final ChunkSink sink;
    private final StringBuilder content = new StringBuilder();
    private final StringBuilder refusal = new StringBuilder();
    private final StringBuilder reasoning = new StringBuilder();
    private final CallParts calls;
    private final LeftOutParts others = new LeftOutParts();
    private Optional<Integer> choice = Optional.empty();
    private Optional<String> model = Optional.empty();
    private Optional<Usage> usage = Optional.empty();
    private Optional<String> finish = Optional.empty();
    private long pieces;
    private long tokens;

    public AnswerParts(Function<JsonNode, ? extends Problem> errors, WireNames names, ChunkSink sink) {
        this.errors = errors;
        this.sink = sink;
        this.calls = new CallParts(names, sink);
    }

    public void requireNoError(OpenAiAnswerJson json) {
        json.error().ifPresent(error -> {
            throw new Refusal(errors.apply(error));
        });
    }

    public void add(OpenAiAnswerJson json) throws UnreadableAnswer {
        requireNoError(json);
        model = model.isPresent() ? model : json.model();
        for (ChoiceJson one : json.choices()) {
            choice = choice.isPresent() ? choice : Optional.of(one.index());
            if (choice.get() == one.index()) {
                add(one);
            }
        }
        if (json.usage().isPresent() && !json.usage().equals(usage)) {
            usage = json.usage();
            sink.accept(new Chunk.Counted(usage.get()));
        }
    }

    private void add(ChoiceJson one) throws UnreadableAnswer {
        String reasoned = one.part().reasoning();
        if (!reasoned.isEmpty()) {
            keep(reasoned, reasoning);
            sink.accept(new Chunk.Reasoned(reasoned));
        }
        String words = one.part().words();
        if (!words.isEmpty()) {
            keep(words, content);
            sink.accept(new Chunk.Text(words));
        }
        String refused = one.part().refusal();
        if (!refused.isEmpty()) {
            keep(refused, refusal);
            sink.accept(new Chunk.Refused(refused));
        }
        for (OpenAiAnswerJson.CallJson part : one.part().calls()) {
            calls.add(part);
        }
        one.part().others().forEach(others::add);
        finish = one.finish().isPresent() ? one.finish() : finish;
        pieces += one.part().isToken() ? 1 : 0;
    }

    private void keep(String words, StringBuilder whole) {
        if (sink.wantsWhole()) {
            whole.append(words);
        } else {
            tokens += TokenEstimate.of(words).tokens();
        }
    }

    /** Whether the provider has sent a choice, even an empty one. */
    public boolean hasBegun() {
        return choice.isPresent();
    }

    /** Whether the provider has sent the finish reason, without which an answer may be incomplete. */
    public boolean isFinished() {
        return finish.isPresent();
    }

    /** Whether the provider has ended the answer with an error of which it says nothing else. */
    public boolean hasFailed() {
        return finish.filter("error"::equals).isPresent();
    }

    /**
     * The whole answer.
     *
     * @param asked the requested model, for providers that do not name it
     * @param request for the estimate of its tokens, for providers that do not send the usage
     */
    public Completion whole(String asked, CompletionRequest request) {
        Completion whole = new Completion(
                content.toString() + refusal,
                Optional.of(refusal.toString()).filter(words -> !words.isEmpty()),
                reasoning.toString(),
                calls.whole(),
                model.orElse(asked),
                usage.orElseGet(() -> estimated(request)),
                reason(),
                others.warnings(),
                Optional.empty());
        sink.settle();
        return whole;
    }

    private Usage estimated(CompletionRequest request) {
        long written = sink.wantsWhole() ? TokenEstimate.of(written()).tokens() : tokens + calls.tokens();
        return new Usage(TokenEstimate.of(request.messages()).tokens(), Math.max(pieces, written), true);
    }

    private CharSequence written() {
        StringBuilder written = new StringBuilder(reasoning).append(content).append(refusal);
        calls.appendTo(written);
        return written;
    }

    /** Some servers say "stop" when they call tools. */
    private FinishReason reason() {
        return switch (finish.orElse("stop")) {
            case "length", "max_tokens" -> FinishReason.LENGTH;
            case "content_filter" -> FinishReason.CONTENT_FILTER;
            case "tool_calls", "function_call" -> FinishReason.TOOL_CALLS;
            default -> calls.isEmpty() ? FinishReason.STOP : FinishReason.TOOL_CALLS;
        };
    }
}
