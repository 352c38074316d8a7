package dev.guildhall.wire.openai;

import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.ChunkSink;
import dev.guildhall.ports.completion.TokenEstimate;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.tool.WireNames;
import dev.guildhall.wire.completion.ArgumentsText;
import dev.guildhall.wire.http.Limits;
import dev.guildhall.wire.http.UnreadableAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Assembles the calls of one answer from their parts, which may come interleaved, and passes the parts on. A part belongs
 * to the call of its index; without an index to the call of its id; otherwise it begins a call when it has a name, and
 * continues the last call when not. A name may come in parts: a call begins when its arguments do. Not thread-safe.
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

    void add(OpenAiAnswerJson.CallJson part) throws UnreadableAnswer {
        Optional<Parts> known = find(part);
        Parts parts = known.isPresent() ? known.get() : begin(part);
        parts.take(part);
    }

    boolean isEmpty() {
        return calls.isEmpty();
    }

    /** The names and arguments of the calls so far. */
    void appendTo(StringBuilder written) {
        calls.forEach(parts -> written.append(' ').append(parts.name).append(parts.arguments));
    }

    /** The estimated tokens of calls that are not kept. */
    long tokens() {
        return tokens;
    }

    /**
     * The calls in the order in which they began; none where calls are not kept. Calls without a name begin here at the
     * latest.
     */
    List<ToolCall> whole() {
        calls.stream().filter(parts -> !parts.isBegun()).forEach(Parts::begin);
        return sink.wantsWhole() ? calls.stream().map(Parts::whole).toList() : List.of();
    }

    private Parts begin(OpenAiAnswerJson.CallJson part) throws UnreadableAnswer {
        if (calls.size() == Limits.TOOL_CALLS) {
            throw new UnreadableAnswer("the provider's answer calls too many tools");
        }
        beginNamed();
        Parts parts = new Parts(calls.size(), part.index(), part.id());
        calls.add(parts);
        return parts;
    }

    private void beginNamed() {
        calls.stream()
                .filter(parts -> !parts.isBegun() && !parts.name.isEmpty())
                .forEach(Parts::begin);
    }

    private Optional<Parts> find(OpenAiAnswerJson.CallJson part) {
        Optional<Parts> sameIndex = last(parts -> parts.given.equals(part.index()));
        if (part.index().isPresent() && (sameIndex.isPresent() || !part.id().isEmpty())) {
            return sameIndex.filter(parts -> !isAnother(part, parts));
        }
        if (!part.id().isEmpty()) {
            return last(parts -> parts.givenId.equals(part.id()));
        }
        return part.name().isEmpty() ? last(parts -> true) : Optional.empty();
    }

    /** Some servers give every call the same index: another id, or a complete call before it, shows that a call is new. */
    private static boolean isAnother(OpenAiAnswerJson.CallJson part, Parts parts) {
        if (part.name().isEmpty()) {
            return false;
        }
        boolean identified = !part.id().isEmpty() && !parts.givenId.isEmpty();
        return identified
                ? !part.id().equals(parts.givenId)
                : part.arguments().startsWith("{") && parts.end.isReached();
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

        void take(OpenAiAnswerJson.CallJson part) {
            givenId = givenId.isEmpty() ? part.id() : givenId;
            end.read(part.arguments());
            if (isBegun()) {
                keep(part.arguments());
                hand(part.arguments());
                return;
            }
            arguments.append(part.arguments());
            name = joined(name, part.name());
            if (!name.isEmpty() && !arguments.isEmpty()) {
                begin();
            }
        }

        /** Some servers repeat the name, or what they have sent of it, in each part. */
        private static String joined(String name, String next) {
            if (next.startsWith(name)) {
                return next.isEmpty() ? name : next;
            }
            return name + next;
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
