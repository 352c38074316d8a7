package dev.guildhall.llm.anthropic;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.llm.http.UnreadableAnswer;
import dev.guildhall.llm.provider.PartialAnswer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The blocks of one answer: text, reasoning and calls; blocks of other types are ignored. Not thread-safe. */
final class AnswerBlocks {
    private static final String NO_ARGUMENTS = "{}";

    private final PartialAnswer answer;
    private final Map<Integer, OpenBlock> calls = new HashMap<>();

    AnswerBlocks(PartialAnswer answer) {
        this.answer = answer;
    }

    /**
     * A call whose arguments are arriving.
     *
     * @param input the arguments at its beginning; they count when no parts follow
     */
    private record OpenBlock(int call, String input, boolean hasPieces) {}

    void begin(int index, AnthropicMessageJson.ContentJson block) throws UnreadableAnswer {
        switch (Optional.ofNullable(block.type()).orElse("")) {
            case "text" -> answer.text(text(block.text()));
            case "thinking" -> answer.reasoning(text(block.thinking()));
            case "tool_use" -> {
                int call = answer.call(text(block.id()), text(block.name()));
                calls.put(index, new OpenBlock(call, input(block.input()), false));
            }
            default -> {}
        }
    }

    void add(int index, EventJson.DeltaJson delta) {
        switch (Optional.ofNullable(delta.type()).orElse("")) {
            case "text_delta" -> answer.text(text(delta.text()));
            case "thinking_delta" -> answer.reasoning(text(delta.thinking()));
            case "input_json_delta" -> arguments(index, text(delta.partialJson()));
            default -> {}
        }
    }

    /** Arguments of a block without a call belong to a tool that the provider itself runs. */
    private void arguments(int index, String json) {
        Optional<OpenBlock> open = Optional.ofNullable(calls.get(index));
        if (open.isPresent() && !json.isEmpty()) {
            calls.put(index, new OpenBlock(open.get().call(), open.get().input(), true));
            answer.arguments(open.get().call(), json);
        }
    }

    /** A call without arguments gets an empty object, since empty text is not JSON. */
    void end(int index) {
        Optional.ofNullable(calls.remove(index))
                .filter(open -> !open.hasPieces())
                .ifPresent(open -> answer.arguments(open.call(), open.input()));
    }

    private static String input(@Nullable JsonNode input) {
        return input == null || input.isNull() ? NO_ARGUMENTS : input.toString();
    }

    private static String text(@Nullable String text) {
        return text == null ? "" : text;
    }
}
