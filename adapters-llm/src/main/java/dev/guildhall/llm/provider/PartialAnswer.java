package dev.guildhall.llm.provider;

import dev.guildhall.llm.http.Limits;
import dev.guildhall.llm.http.UnreadableAnswer;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.FinishReason;
import dev.guildhall.ports.completion.TokenEstimate;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.completion.Usage;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.WireNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * An answer while it comes: each piece is handed on, and kept for the whole if that is wanted. What the sink got and what the whole says
 * are alike, ids and names of calls included. For one answer; not thread-safe.
 */
public final class PartialAnswer {
    private final CompletionRequest request;
    private final WireNames names;
    private final ChunkSink sink;
    private final StringBuilder content = new StringBuilder();
    private final List<PartialCall> calls = new ArrayList<>();
    private Optional<String> model = Optional.empty();
    private OptionalLong promptTokens = OptionalLong.empty();
    private OptionalLong completionTokens = OptionalLong.empty();
    private final boolean kept;
    private long pieces;
    private long tokens;
    private FinishReason finish = FinishReason.STOP;

    /**
     * An answer of which nothing is known yet.
     *
     * @param request what was asked
     * @param names how its functions are called on the wire
     * @param sink takes each piece
     */
    public PartialAnswer(CompletionRequest request, WireNames names, ChunkSink sink) {
        this.request = request;
        this.names = names;
        this.sink = sink;
        this.kept = sink.wantsWhole();
    }

    /** The model that answers, as the provider names it; the first name counts, blank ones do not. */
    public void model(String name) {
        model = model.or(() -> Optional.of(name).filter(some -> !some.isBlank()));
    }

    /** Some words, or none. */
    public void words(String words) {
        if (!words.isEmpty()) {
            keep(words, content);
            hand(new Chunk.Text(words));
        }
    }

    /**
     * A call begins.
     *
     * @param id as the provider says; a new one is made up for a call that has none, or another one's
     * @param wireName the function as the provider names it
     * @return the call's index
     * @throws UnreadableAnswer when the answer calls too often
     */
    public int call(String id, String wireName) throws UnreadableAnswer {
        int index = calls.size();
        if (index == Limits.TOOL_CALLS) {
            throw new UnreadableAnswer("the provider's answer calls too many tools");
        }
        boolean usable =
                !id.isBlank() && calls.stream().noneMatch(call -> call.id().equals(id));
        PartialCall call = new PartialCall(usable ? id : freshId(), names.toTool(wireName));
        calls.add(call);
        tokens += kept ? 0 : TokenEstimate.of(call.function()).tokens();
        hand(new Chunk.CallBegun(index, call.id(), call.function()));
        return index;
    }

    /**
     * One that no call of another answer has either: the answers of one conversation stand in one history, where some
     * providers refuse an id that comes twice.
     */
    private static String freshId() {
        return "call_" + UUID.randomUUID().toString().replace("-", "");
    }

    /** A part of the arguments of a call that has begun, or nothing. */
    public void arguments(int call, String json) {
        if (!json.isEmpty()) {
            keep(json, calls.get(call).arguments());
            hand(new Chunk.CallArguments(call, json));
        }
    }

    private void keep(String piece, StringBuilder whole) {
        pieces++;
        if (kept) {
            whole.append(piece);
        } else {
            tokens += TokenEstimate.of(piece).tokens();
        }
    }

    /** How many calls have begun. */
    public int calls() {
        return calls.size();
    }

    /**
     * What the provider has counted so far.
     *
     * @param prompt tokens of the question; 0, which no question has, means that the provider does not tell
     * @param completion tokens of the answer
     */
    public void counted(OptionalLong prompt, OptionalLong completion) {
        promptTokens = prompt.orElse(0) > 0 && isBelieved(prompt) ? prompt : promptTokens;
        completionTokens = isBelieved(completion) ? completion : completionTokens;
        if (promptTokens.isPresent() && completionTokens.isPresent()) {
            hand(new Chunk.Counted(new Usage(promptTokens.getAsLong(), completionTokens.getAsLong())));
        }
    }

    private static boolean isBelieved(OptionalLong count) {
        return count.orElse(-1) >= 0 && count.orElse(-1) <= Limits.MOST_TOKENS;
    }

    /** Why the model stopped. */
    public void finish(FinishReason reason) {
        finish = reason;
    }

    /**
     * The whole answer; what the provider did not count is estimated.
     *
     * @param asked the model that was asked, for providers that do not name it
     */
    public Completion whole(String asked) {
        sink.settle();
        return new Completion(
                content.toString(),
                kept ? calls.stream().map(PartialCall::whole).toList() : List.of(),
                model.orElse(asked),
                usage(),
                reason());
    }

    /** Whether there are calls decides, for some servers say one thing and do the other. */
    private FinishReason reason() {
        return switch (finish) {
            case STOP, TOOL_CALLS -> calls.isEmpty() ? FinishReason.STOP : FinishReason.TOOL_CALLS;
            case LENGTH, CONTENT_FILTER -> finish;
        };
    }

    private Usage usage() {
        if (promptTokens.isPresent() && completionTokens.isPresent()) {
            return new Usage(promptTokens.getAsLong(), completionTokens.getAsLong());
        }
        EstimatedUsage estimated = new EstimatedUsage(request);
        Usage estimate = kept ? estimated.of(written(), pieces) : estimated.of(tokens, pieces);
        return new Usage(
                promptTokens.orElse(estimate.promptTokens()),
                completionTokens.orElse(estimate.completionTokens()),
                true);
    }

    private CharSequence written() {
        StringBuilder written = new StringBuilder(content);
        calls.forEach(call -> written.append(' ').append(call.function()).append(call.arguments()));
        return written;
    }

    /** A sink may interrupt its own thread, and wants nothing more then. */
    private void hand(Chunk chunk) {
        if (Thread.currentThread().isInterrupted()) {
            throw new Refusal(new CommonProblem.Cancelled());
        }
        sink.accept(chunk);
    }

    private record PartialCall(String id, String function, StringBuilder arguments) {
        PartialCall(String id, String function) {
            this(id, function, new StringBuilder());
        }

        ToolCall whole() {
            return new ToolCall(id, function, ArgumentsText.parse(arguments.toString()));
        }
    }
}
