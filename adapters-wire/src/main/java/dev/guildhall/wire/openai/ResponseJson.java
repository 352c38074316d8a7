package dev.guildhall.wire.openai;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.FinishReason;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.usage.Usage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The answers of {@code responses}. */
public final class ResponseJson {
    static final String COMPLETED = "completed";
    static final String IN_PROGRESS = "in_progress";

    private ResponseJson() {}

    sealed interface ItemJson {}

    record MessageJson(String id, String type, String status, String role, List<ContentJson> content)
            implements ItemJson {
        static MessageJson of(String id, String status, List<ContentJson> content) {
            return new MessageJson(id, "message", status, "assistant", content);
        }
    }

    @JsonNaming(SnakeCaseStrategy.class)
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record CallJson(
            String id,
            String type,
            String status,
            String callId,
            String name,
            @Nullable String namespace,
            @Nullable String arguments,
            @Nullable String input)
            implements ItemJson {
        /** @param arguments JSON, or the text of a custom tool */
        static CallJson of(String id, String status, String callId, ToolForms.Form tool, String arguments) {
            return new CallJson(
                    id,
                    tool.custom() ? "custom_tool_call" : "function_call",
                    status,
                    callId,
                    tool.name(),
                    tool.namespace().orElse(null),
                    tool.custom() ? null : arguments,
                    tool.custom() ? arguments : null);
        }
    }

    record ThoughtsJson(String id, String type, List<ContentJson> summary) implements ItemJson {
        static ThoughtsJson of(String id, List<ContentJson> summary) {
            return new ThoughtsJson(id, "reasoning", summary);
        }
    }

    @JsonInclude(JsonInclude.Include.NON_NULL)
    record ContentJson(
            String type,
            @Nullable String text,
            @Nullable List<Object> annotations,
            @Nullable List<Object> logprobs,
            @Nullable String refusal) {
        static ContentJson text(String text) {
            return new ContentJson("output_text", text, List.of(), List.of(), null);
        }

        static ContentJson refusal(String text) {
            return new ContentJson("refusal", null, null, null, text);
        }

        static ContentJson summary(String text) {
            return new ContentJson("summary_text", text, null, null, null);
        }
    }

    private record DetailJson(String reason) {}

    @JsonNaming(SnakeCaseStrategy.class)
    private record UsageJson(
            long inputTokens,
            ChatJson.CachedJson inputTokensDetails,
            long outputTokens,
            ChatJson.ReasoningJson outputTokensDetails,
            long totalTokens) {
        static UsageJson of(Usage usage) {
            return new UsageJson(
                    usage.promptTokens(),
                    new ChatJson.CachedJson(usage.cachedTokens()),
                    usage.completionTokens(),
                    new ChatJson.ReasoningJson(usage.reasoningTokens()),
                    usage.promptTokens() + usage.completionTokens());
        }
    }

    static List<ItemJson> items(Completion completion, String id, ToolForms tools) {
        List<ItemJson> items = new ArrayList<>();
        if (!completion.reasoning().isEmpty()) {
            items.add(ThoughtsJson.of(itemId("rs", id, 0), List.of(ContentJson.summary(completion.reasoning()))));
        }
        String refusal = completion.refusal().orElse("");
        String words = completion.content().substring(0, completion.content().length() - refusal.length());
        List<ContentJson> content = new ArrayList<>();
        if (!words.isEmpty() || (refusal.isEmpty() && completion.toolCalls().isEmpty())) {
            content.add(ContentJson.text(words));
        }
        if (!refusal.isEmpty()) {
            content.add(ContentJson.refusal(refusal));
        }
        if (!content.isEmpty()) {
            items.add(MessageJson.of(itemId("msg", id, items.size()), COMPLETED, content));
        }
        for (ToolCall call : completion.toolCalls()) {
            ToolForms.Form tool = tools.form(call.tool());
            String arguments = tool.content(CallFields.text(call.arguments()));
            items.add(CallJson.of(callId(tool, id, items.size()), COMPLETED, call.id(), tool, arguments));
        }
        return items;
    }

    static String callId(ToolForms.Form tool, String id, int index) {
        return itemId(tool.custom() ? "ctc" : "fc", id, index);
    }

    /** The id of an item contains that of its answer. */
    static String itemId(String kind, String id, int index) {
        return kind + id.substring(id.indexOf('_')) + "_" + index;
    }

    /** The answer to a request without a stream. */
    public static Map<String, @Nullable Object> whole(
            ResponsesRequest order, String id, long created, Completion completion) {
        return ended(order, id, created, completion, items(completion, id, order.tools()));
    }

    static Map<String, @Nullable Object> begun(ResponsesRequest order, String id, long created) {
        return of(order, id, created, IN_PROGRESS, order.model(), List.of());
    }

    static Map<String, @Nullable Object> ended(
            ResponsesRequest order, String id, long created, Completion completion, List<ItemJson> items) {
        boolean incomplete =
                completion.finish() == FinishReason.LENGTH || completion.finish() == FinishReason.CONTENT_FILTER;
        Map<String, @Nullable Object> json =
                of(order, id, created, incomplete ? "incomplete" : COMPLETED, completion.model(), items);
        if (incomplete) {
            json.put(
                    "incomplete_details",
                    new DetailJson(
                            completion.finish() == FinishReason.LENGTH ? "max_output_tokens" : "content_filter"));
        }
        json.put("usage", UsageJson.of(completion.usage()));
        if (!completion.warnings().isEmpty()) {
            json.put("warnings", completion.warnings());
        }
        return json;
    }

    private static Map<String, @Nullable Object> of(
            ResponsesRequest order, String id, long created, String status, String model, List<ItemJson> items) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("id", id);
        json.put("object", "response");
        json.put("created_at", created);
        json.put("status", status);
        json.put("error", null);
        json.put("incomplete_details", null);
        json.put("instructions", null);
        json.put("max_output_tokens", null);
        json.put("model", model);
        json.put("output", items);
        json.put("parallel_tool_calls", true);
        json.put("previous_response_id", null);
        json.put("store", false);
        json.put("temperature", null);
        json.put("text", Map.of("format", Map.of("type", "text")));
        json.put("tool_choice", "auto");
        json.put("tools", List.of());
        json.put("top_p", null);
        json.put("usage", null);
        json.put("metadata", Map.of());
        json.putAll(order.repeated());
        return json;
    }
}
