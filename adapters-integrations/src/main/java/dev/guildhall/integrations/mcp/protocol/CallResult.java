package dev.guildhall.integrations.mcp.protocol;

import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ServerReply;
import dev.guildhall.ports.tool.ToolOutcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

final class CallResult {
    private CallResult() {}

    /** The outcome for callers that know nothing of the protocol. */
    static ToolOutcome outcome(ServerReply reply) {
        return switch (reply) {
            case ServerReply.Result result
            when result.needsInput() ->
                new ToolOutcome.Success(Map.of(
                        "inputRequired",
                        List.copyOf(
                                McpJson.object(result.value(), "inputRequests").keySet())));
            case ServerReply.Result result -> outcome(result.value());
            case ServerReply.Refused error ->
                new Reply.Failed(error.code(), error.message(), error.data())
                        .fault()
                        .outcome();
        };
    }

    /** The reply, or an error that says which part of it is too large. */
    static ServerReply bounded(ServerReply reply) {
        if (!(reply instanceof ServerReply.Result result)) {
            return reply;
        }
        for (Map<?, ?> block : McpJson.objects(result.value(), "content")) {
            Map<?, ?> body = block.get("resource") instanceof Map<?, ?> resource ? resource : block;
            long size = size(body).orElse(0L);
            long text = McpJson.text(body, "text").map(String::length).orElse(0);
            if (Math.max(size, text) > McpLimits.BLOCK) {
                return tooLarge("a block of the tool's result", McpLimits.BLOCK);
            }
        }
        return McpJson.write(result.value()).length > McpLimits.RESULT
                ? tooLarge("the tool's result", McpLimits.RESULT)
                : reply;
    }

    private static ServerReply tooLarge(String what, int most) {
        String words = what + " is larger than " + most / 1024 / 1024 + " MiB; ask for less";
        return new ServerReply.Result(
                Map.of("isError", true, "content", List.of(Map.of("type", "text", "text", words))));
    }

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
                .map(CallResult::reference)
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

    /**
     * Describes a part that is not text, without its content: its kind, media type, size and address. The text of an
     * embedded resource is included.
     */
    private static Map<String, Object> reference(Map<?, ?> block) {
        boolean embedded = block.get("resource") instanceof Map<?, ?>;
        Map<?, ?> body = embedded ? McpJson.object(block, "resource") : block;
        Map<String, Object> reference = new LinkedHashMap<>();
        reference.put("type", ServerTexts.cut(McpJson.text(block, "type").orElse("unknown"), McpLimits.WORDS));
        copy(body, "mimeType", reference);
        size(body).ifPresent(size -> reference.put("size", size));
        copy(body, "uri", reference);
        copy(body, "name", reference);
        if (embedded) {
            McpJson.text(body, "text").ifPresent(text -> reference.put("text", text));
        }
        return reference;
    }

    private static void copy(Map<?, ?> from, String name, Map<String, Object> to) {
        McpJson.text(from, name).ifPresent(text -> to.put(name, ServerTexts.cut(text, McpLimits.WORDS)));
    }

    private static Optional<Long> size(Map<?, ?> body) {
        return McpJson.text(body, "data")
                .or(() -> McpJson.text(body, "blob"))
                .map(CallResult::decodedLength)
                .or(() -> body.get("size") instanceof Number size ? Optional.of(size.longValue()) : Optional.empty());
    }

    /** The size of base64 content, without decoding it. */
    private static long decodedLength(String base64) {
        int padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
        return base64.length() * 3L / 4 - padding;
    }
}
