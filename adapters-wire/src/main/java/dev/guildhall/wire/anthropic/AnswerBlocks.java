package dev.guildhall.wire.anthropic;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.wire.completion.ArgumentsText;
import dev.guildhall.wire.completion.PartialAnswer;
import dev.guildhall.wire.http.ProviderJson;
import dev.guildhall.wire.http.UnreadableAnswer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The blocks of one answer: text, reasoning and calls; blocks of other types are left out. Not thread-safe. */
final class AnswerBlocks {
    private static final String NO_ARGUMENTS = "{}";

    private final PartialAnswer answer;
    private final ParameterNames parameters;
    private final Map<Integer, OpenBlock> calls = new HashMap<>();

    AnswerBlocks(PartialAnswer answer, ParameterNames parameters) {
        this.answer = answer;
        this.parameters = parameters;
    }

    /**
     * A call whose arguments are arriving.
     *
     * @param input the arguments at its beginning; they count when no parts follow
     * @param pieces the parts; only those of a tool with other parameter names wait here until the call is complete
     */
    private record OpenBlock(int call, String function, String input, StringBuilder pieces, boolean hasPieces) {
        OpenBlock withPieces() {
            return new OpenBlock(call, function, input, pieces, true);
        }
    }

    void begin(int index, AnthropicMessageJson.ContentJson block) throws UnreadableAnswer {
        switch (Optional.ofNullable(block.type()).orElse("")) {
            case "text" -> answer.text(text(block.text()));
            case "thinking" -> answer.reasoning(text(block.thinking()));
            case "tool_use" -> {
                int call = answer.call(text(block.id()), text(block.name()));
                String function = answer.function(call);
                calls.put(index, new OpenBlock(call, function, input(block.input()), new StringBuilder(), false));
            }
            case "redacted_thinking" -> {}
            default -> answer.other(text(block.type()));
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
        if (open.isEmpty() || json.isEmpty()) {
            return;
        }
        calls.put(index, open.get().withPieces());
        if (parameters.differFor(open.get().function())) {
            open.get().pieces().append(json);
        } else {
            answer.arguments(open.get().call(), json);
        }
    }

    /** A call without arguments gets an empty object, since empty text is not JSON. */
    void end(int index) {
        Optional.ofNullable(calls.remove(index)).ifPresent(open -> {
            String pieces = open.hasPieces() ? open.pieces().toString() : open.input();
            answer.arguments(
                    open.call(), parameters.differFor(open.function()) ? ofTool(open.function(), pieces) : pieces);
        });
    }

    /** Ends the calls that the provider has not ended. */
    void endAll() {
        calls.values().stream()
                .filter(open -> open.hasPieces() && parameters.differFor(open.function()))
                .forEach(open -> answer.arguments(
                        open.call(), ofTool(open.function(), open.pieces().toString())));
        calls.clear();
    }

    private String ofTool(String function, String json) {
        return switch (ArgumentsText.parse(json)) {
            case ToolArguments.Parsed parsed -> ProviderJson.write(parameters.toTool(function, parsed.values()));
            case ToolArguments.Malformed malformed -> malformed.text();
        };
    }

    private static String input(@Nullable JsonNode input) {
        return input == null || input.isNull() ? NO_ARGUMENTS : input.toString();
    }

    private static String text(@Nullable String text) {
        return text == null ? "" : text;
    }
}
