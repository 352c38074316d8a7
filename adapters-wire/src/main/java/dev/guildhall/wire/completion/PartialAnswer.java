package dev.guildhall.wire.completion;

import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.FinishReason;
import dev.guildhall.ports.completion.TokenEstimate;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.WireNames;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.wire.http.Limits;
import dev.guildhall.wire.http.UnreadableAnswer;
import dev.guildhall.wire.sse.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * An answer while it arrives: each chunk goes to the sink, and is kept if the sink wants the whole. The chunks and the
 * whole have the same ids and names of calls. For one answer; not thread-safe.
 */
public final class PartialAnswer {
    private final CompletionRequest request;
    private final String asked;
    private final WireNames names;
    private final ChunkSink sink;
    private final StringBuilder content = new StringBuilder();
    private final StringBuilder refusal = new StringBuilder();
    private final StringBuilder reasoning = new StringBuilder();
    private final List<PartialCall> calls = new ArrayList<>();
    private final LeftOutParts others = new LeftOutParts();
    private Optional<String> model = Optional.empty();
    private OptionalLong promptTokens = OptionalLong.empty();
    private OptionalLong completionTokens = OptionalLong.empty();
    private long cachedTokens;
    private long cacheWriteTokens;
    private Optional<Usage> reported = Optional.empty();
    private final boolean kept;
    private long chunks;
    private long tokens;
    private FinishReason finish = FinishReason.STOP;

    /**
     * An answer without any content yet.
     *
     * @param request the request
     * @param asked the requested model, for providers that do not name it
     * @param names the names of its functions in the protocol
     * @param sink takes each chunk
     */
    public PartialAnswer(CompletionRequest request, String asked, WireNames names, ChunkSink sink) {
        this.request = request;
        this.asked = asked;
        this.names = names;
        this.sink = sink;
        this.kept = sink.wantsWhole();
    }

    /** The name of the model that answers; the first one that is not blank counts. */
    public void model(String name) {
        model = model.or(() -> Optional.of(name).filter(some -> !some.isBlank()));
    }

    /** A part of the text, which may be empty. */
    public void text(String text) {
        if (!text.isEmpty()) {
            keep(text, content);
            pass(new Chunk.Text(text));
        }
    }

    /** A part of the reasoning, which may be empty. */
    public void reasoning(String text) {
        if (!text.isEmpty()) {
            keep(text, reasoning);
            pass(new Chunk.Reasoned(text));
        }
    }

    /** A part of the text with which the model refuses to answer; may be empty. */
    public void refusal(String text) {
        if (!text.isEmpty()) {
            keep(text, refusal);
            pass(new Chunk.Refused(text));
        }
    }

    /** Whether the client receives the answer as the provider sends it. */
    public boolean isPassed() {
        return request.original().isPresent();
    }

    /**
     * Passes an event on to a client of the same protocol.
     *
     * @param name empty in protocols whose events have none
     * @param usageAlone whether the event has the usage and nothing else
     */
    public void original(String name, Slice event, boolean usageAlone) {
        if (isPassed()) {
            pass(new Chunk.Original(name, event.onOneLine(), usageAlone));
        }
    }

    /** A part of another type, which is left out. */
    public void other(String type) {
        others.add(type);
    }

    /**
     * A tool call begins.
     *
     * @param id the provider's; a call without an id, or with the id of another call, gets a new one
     * @param wireName the name of the function in the protocol
     * @return the call's index
     * @throws UnreadableAnswer when the answer has too many calls
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
        pass(new Chunk.CallBegun(index, call.id(), call.function()));
        return index;
    }

    /**
     * An id that no call of another answer has either: some providers refuse a conversation in which an id occurs twice.
     */
    private static String freshId() {
        return "call_" + UUID.randomUUID().toString().replace("-", "");
    }

    /** A part of the arguments of a call that has begun; may be empty. */
    public void arguments(int call, String json) {
        if (!json.isEmpty()) {
            keep(json, calls.get(call).arguments());
            pass(new Chunk.CallArguments(call, json));
        }
    }

    private void keep(String part, StringBuilder whole) {
        chunks++;
        if (kept) {
            whole.append(part);
        } else {
            tokens += TokenEstimate.of(part).tokens();
        }
    }

    public String function(int call) {
        return calls.get(call).function();
    }

    public int calls() {
        return calls.size();
    }

    /**
     * The token counts of the provider so far.
     *
     * @param prompt tokens of the request; 0 means that the provider does not send the count
     * @param completion tokens of the answer
     */
    public void counted(OptionalLong prompt, OptionalLong completion) {
        promptTokens = prompt.orElse(0) > 0 && isBelieved(prompt) ? prompt : promptTokens;
        completionTokens = isBelieved(completion) ? completion : completionTokens;
        if (promptTokens.isPresent() && completionTokens.isPresent()) {
            counted(new Usage(promptTokens.getAsLong(), completionTokens.getAsLong())
                    .withParts(cachedTokens, cacheWriteTokens, 0));
        }
    }

    /** The usage that the provider has reported so far. */
    public void counted(Usage usage) {
        if (reported.filter(usage::equals).isEmpty()) {
            reported = Optional.of(usage);
            pass(new Chunk.Counted(usage));
        }
    }

    /**
     * Those of the tokens of the request that the provider read from its cache, and those that it wrote to it; before
     * {@link #counted}.
     */
    public void cached(long read, long written) {
        cachedTokens = Math.max(cachedTokens, read);
        cacheWriteTokens = Math.max(cacheWriteTokens, written);
    }

    private static boolean isBelieved(OptionalLong count) {
        return count.orElse(-1) >= 0 && count.orElse(-1) <= Limits.MOST_TOKENS;
    }

    public void finish(FinishReason reason) {
        finish = reason;
    }

    /** The whole answer; counts that the provider did not send are estimated. */
    public Completion whole() {
        sink.settle();
        return new Completion(
                content.toString() + refusal,
                Optional.of(refusal.toString()).filter(text -> !text.isEmpty()),
                reasoning.toString(),
                kept ? calls.stream().map(PartialCall::whole).toList() : List.of(),
                model.orElse(asked),
                reported.orElseGet(this::estimated),
                reason(),
                others.warnings(),
                Optional.empty(),
                Optional.empty());
    }

    /** The calls decide: some servers send a reason that contradicts them. */
    private FinishReason reason() {
        return switch (finish) {
            case STOP, TOOL_CALLS -> calls.isEmpty() ? FinishReason.STOP : FinishReason.TOOL_CALLS;
            case LENGTH, CONTENT_FILTER -> finish;
        };
    }

    private Usage estimated() {
        long written = kept ? TokenEstimate.of(written()).tokens() : tokens;
        return new Usage(
                promptTokens.orElseGet(
                        () -> TokenEstimate.of(request.messages()).tokens()),
                completionTokens.orElse(Math.max(chunks, written)),
                true);
    }

    private CharSequence written() {
        StringBuilder written = new StringBuilder(reasoning).append(content).append(refusal);
        calls.forEach(call -> written.append(' ').append(call.function()).append(call.arguments()));
        return written;
    }

    /** A sink may interrupt its own thread to end the answer. */
    private void pass(Chunk chunk) {
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
