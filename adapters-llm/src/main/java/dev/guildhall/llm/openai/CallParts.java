package dev.guildhall.llm.openai;

import dev.guildhall.llm.http.Limits;
import dev.guildhall.llm.http.UnreadableAnswer;
import dev.guildhall.llm.provider.ArgumentsText;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.TokenEstimate;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.tool.WireNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Puts the calls of one answer together from their pieces, which may come interleaved, and hands them on. A piece belongs
 * to the call of its index; without one to the call of its id; with neither it begins a call when it has a name, and
 * goes on with the last one otherwise. Not thread-safe.
 */
final class CallParts {
    private final WireNames names;
    private final ChunkSink sink;
    private final List<Parts> calls = new ArrayList<>();
    private long tokens;

    CallParts(WireNames names, ChunkSink sink) {
        this.names = names;
        this.sink = sink;
    }

    void add(OpenAiAnswerJson.CallJson piece) throws UnreadableAnswer {
        Optional<Parts> known = find(piece);
        Parts parts = known.isPresent() ? known.get() : begin(piece);
        parts.take(piece);
    }

    boolean isEmpty() {
        return calls.isEmpty();
    }

    /** What was written for calls so far, names included. */
    void appendTo(StringBuilder written) {
        calls.forEach(parts -> written.append(' ').append(parts.name).append(parts.arguments));
    }

    /** How many tokens there were, where they were not kept. */
    long tokens() {
        return tokens;
    }

    /**
     * The calls in the order in which they began; none where they were not kept. Calls without a name begin here at the
     * latest.
     */
    List<ToolCall> whole() {
        calls.stream().filter(parts -> !parts.isBegun()).forEach(Parts::begin);
        return sink.wantsWhole() ? calls.stream().map(Parts::whole).toList() : List.of();
    }

    private Parts begin(OpenAiAnswerJson.CallJson piece) throws UnreadableAnswer {
        if (calls.size() == Limits.TOOL_CALLS) {
            throw new UnreadableAnswer("the provider's answer calls too many tools");
        }
        Parts parts = new Parts(calls.size(), piece.index(), piece.id());
        calls.add(parts);
        return parts;
    }

    private Optional<Parts> find(OpenAiAnswerJson.CallJson piece) {
        if (piece.index().isPresent()) {
            return last(parts -> parts.given.equals(piece.index())).filter(parts -> !isAnother(piece, parts));
        }
        if (!piece.id().isEmpty()) {
            return last(parts -> parts.givenId.equals(piece.id()));
        }
        return piece.name().isEmpty() ? last(parts -> true) : Optional.empty();
    }

    /** Some servers give every call the same index: its id tells it apart, or that the one before is whole. */
    private static boolean isAnother(OpenAiAnswerJson.CallJson piece, Parts parts) {
        if (piece.name().isEmpty()) {
            return false;
        }
        boolean identified = !piece.id().isEmpty() && !parts.givenId.isEmpty();
        return identified
                ? !piece.id().equals(parts.givenId)
                : piece.arguments().startsWith("{") && parts.end.isReached();
    }

    private Optional<Parts> last(Predicate<Parts> kind) {
        return calls.reversed().stream().filter(kind).findFirst();
    }

    private final class Parts {
        private final int index;
        private final Optional<Integer> given;
        private final StringBuilder arguments = new StringBuilder();
        private final ObjectEnd end = new ObjectEnd();
        private String givenId;
        private String id = "";
        private String name = "";

        Parts(int index, Optional<Integer> given, String givenId) {
            this.index = index;
            this.given = given;
            this.givenId = givenId;
        }

        void take(OpenAiAnswerJson.CallJson piece) {
            givenId = givenId.isEmpty() ? piece.id() : givenId;
            end.read(piece.arguments());
            if (isBegun()) {
                keep(piece.arguments());
                hand(piece.arguments());
                return;
            }
            arguments.append(piece.arguments());
            if (!piece.name().isEmpty()) {
                name = piece.name();
                begin();
            }
        }

        private void keep(String json) {
            if (sink.wantsWhole()) {
                arguments.append(json);
            } else {
                tokens += TokenEstimate.of(json).tokens();
            }
        }

        private boolean isBegun() {
            return !id.isEmpty();
        }

        private void begin() {
            boolean usable = !givenId.isEmpty() && calls.stream().noneMatch(other -> other.id.equals(givenId));
            id = usable ? givenId : freeId();
            sink.accept(new Chunk.CallBegun(index, id, names.toTool(name)));
            String collected = arguments.toString();
            if (!sink.wantsWhole()) {
                arguments.setLength(0);
                keep(name);
                keep(collected);
            }
            hand(collected);
        }

        private String freeId() {
            String plain = "call_" + index;
            return calls.stream().noneMatch(other -> other.id.equals(plain)) ? plain : plain + "_" + calls.size();
        }

        private void hand(String json) {
            if (!json.isEmpty()) {
                sink.accept(new Chunk.CallArguments(index, json));
            }
        }

        ToolCall whole() {
            return new ToolCall(id, names.toTool(name), ArgumentsText.parse(arguments.toString()));
        }
    }
}
