package dev.guildhall.llm.openai;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.llm.wire.ArgumentsText;
import dev.guildhall.llm.wire.Limits;
import dev.guildhall.llm.wire.UnreadableAnswer;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.tool.WireNames;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Puts the calls of one answer together from their pieces, by index: pieces of parallel calls may come interleaved. A
 * piece without an index goes by its id; one with neither belongs to the call before. Not thread-safe.
 */
final class CallParts {
    private final TreeMap<Integer, Parts> byIndex = new TreeMap<>();

    private static final class Parts {
        private String id = "";
        private String name = "";
        private final StringBuilder arguments = new StringBuilder();
    }

    void add(AnswerJson.CallJson piece) throws UnreadableAnswer {
        Parts parts = byIndex.computeIfAbsent(indexOf(piece), index -> new Parts());
        if (byIndex.size() > Limits.TOOL_CALLS) {
            throw new UnreadableAnswer("the provider's answer calls too many tools");
        }
        if (piece.id() != null && !piece.id().isEmpty()) {
            parts.id = piece.id();
        }
        if (piece.function() != null) {
            parts.name = parts.name.isEmpty() && piece.function().name() != null
                    ? piece.function().name()
                    : parts.name;
            parts.arguments.append(text(piece.function().arguments()));
        }
    }

    boolean isEmpty() {
        return byIndex.isEmpty();
    }

    /** The calls in the model's order, each with an id of its own. */
    List<ToolCall> calls(WireNames names) {
        List<ToolCall> calls = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        byIndex.forEach((index, parts) -> {
            String id = parts.id.isEmpty() || !ids.add(parts.id) ? "call_" + index + "_" + calls.size() : parts.id;
            calls.add(new ToolCall(id, names.toTool(parts.name), ArgumentsText.parse(parts.arguments.toString())));
        });
        return calls;
    }

    private int indexOf(AnswerJson.CallJson piece) {
        if (piece.index() != null) {
            return piece.index();
        }
        int last = byIndex.isEmpty() ? 0 : byIndex.lastKey();
        if (piece.id() == null || piece.id().isEmpty() || byIndex.isEmpty()) {
            return last;
        }
        return byIndex.entrySet().stream()
                .filter(entry -> entry.getValue().id.equals(piece.id()))
                .map(entry -> entry.getKey())
                .findFirst()
                .orElse(last + 1);
    }

    /** Some servers send the arguments as an object instead of its text. */
    private static String text(@Nullable JsonNode arguments) {
        if (arguments == null || arguments.isNull()) {
            return "";
        }
        return arguments.isTextual() ? arguments.asText() : arguments.toString();
    }
}
