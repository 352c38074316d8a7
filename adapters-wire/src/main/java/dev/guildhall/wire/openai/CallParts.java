package dev.guildhall.wire.openai;

import dev.guildhall.wire.completion.PartialAnswer;
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
    private final PartialAnswer answer;
    private final List<Parts> calls = new ArrayList<>();

    CallParts(PartialAnswer answer) {
        this.answer = answer;
    }

    void add(OpenAiAnswerJson.CallJson part) throws UnreadableAnswer {
        Optional<Parts> known = find(part);
        Parts parts = known.isPresent() ? known.get() : begin(part);
        parts.take(part);
    }

    /** Begins the calls without a name. */
    void end() throws UnreadableAnswer {
        for (Parts parts : calls) {
            parts.begin();
        }
    }

    private Parts begin(OpenAiAnswerJson.CallJson part) throws UnreadableAnswer {
        if (calls.size() == Limits.TOOL_CALLS) {
            throw new UnreadableAnswer("the provider's answer calls too many tools");
        }
        for (Parts parts : calls) {
            if (!parts.name.isEmpty()) {
                parts.begin();
            }
        }
        Parts parts = new Parts(part.index(), part.id());
        calls.add(parts);
        return parts;
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
        private final Optional<Integer> given;
        private final StringBuilder arguments = new StringBuilder();
        private final ObjectEnd end = new ObjectEnd();
        private String givenId;
        private String name = "";
        private Optional<Integer> begun = Optional.empty();

        Parts(Optional<Integer> given, String givenId) {
            this.given = given;
            this.givenId = givenId;
        }

        void take(OpenAiAnswerJson.CallJson part) throws UnreadableAnswer {
            givenId = givenId.isEmpty() ? part.id() : givenId;
            end.read(part.arguments());
            if (begun.isPresent()) {
                answer.arguments(begun.get(), part.arguments());
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

        private void begin() throws UnreadableAnswer {
            if (begun.isEmpty()) {
                int index = answer.call(givenId, name);
                begun = Optional.of(index);
                answer.arguments(index, arguments.toString());
            }
        }
    }
}
