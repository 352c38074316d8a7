package dev.guildhall.integrations.mcp.protocol;

import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolOutcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Converts a server's response to a tool call. */
final class CallResult {
    private CallResult() {}

    static ToolOutcome outcome(Map<String, Object> result) {
        if (Boolean.TRUE.equals(result.get("isError"))) {
            String words = text(McpJson.objects(result, "content")).orElse("the tool failed without a reason");
            return new ToolOutcome.Failure(FailureKind.FAILED, ServerTexts.cut(words, McpLimits.WORDS));
        }
        Map<String, Object> data = data(result);
        if (McpJson.write(data).length > McpLimits.DATA_BYTES) {
            return new ToolOutcome.Failure(
                    FailureKind.TOO_LARGE,
                    "the tool's result is larger than " + McpLimits.DATA_BYTES + " bytes; ask for less");
        }
        return new ToolOutcome.Success(data);
    }

    private static Map<String, Object> data(Map<String, Object> result) {
        return switch (result.get("structuredContent")) {
            case null -> shown(McpJson.objects(result, "content"));
            case Map<?, ?> _ -> McpJson.object(result, "structuredContent");
            case Object bare -> Map.of("value", bare);
        };
    }

    private static Map<String, Object> shown(List<Map<?, ?>> content) {
        Map<String, Object> shown = new LinkedHashMap<>();
        text(content).ifPresent(text -> shown.put("text", text));
        List<Map<String, Object>> others = content.stream()
                .filter(block -> !isText(block))
                .limit(McpLimits.CONTENT_BLOCKS)
                .map(ContentReference::of)
                .toList();
        if (!others.isEmpty() || shown.isEmpty()) {
            shown.put("content", others);
        }
        return shown;
    }

    private static Optional<String> text(List<Map<?, ?>> content) {
        String text = content.stream()
                .filter(CallResult::isText)
                .map(block -> McpJson.text(block, "text").orElse(""))
                .collect(Collectors.joining("\n"));
        return content.stream().anyMatch(CallResult::isText) ? Optional.of(text) : Optional.empty();
    }

    private static boolean isText(Map<?, ?> block) {
        return "text".equals(block.get("type"));
    }
}
