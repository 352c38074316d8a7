package dev.guildhall.wire.openai;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.FinishReason;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.JsonBody;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The answers of {@code responses}. */
public final class ResponseJson {
    static final String COMPLETED = "completed";
    static final String IN_PROGRESS = "in_progress";
    static final String INCOMPLETE = "incomplete";

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

    private record ErrorJson(String code, String message) {}

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
            String status = completion.toolCalls().isEmpty() ? status(completion) : COMPLETED;
            items.add(MessageJson.of(itemId("msg", id, items.size()), status, content));
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

    /** Whether the model has ended its answer. */
    static String status(Completion completion) {
        return switch (completion.finish()) {
            case STOP, TOOL_CALLS -> COMPLETED;
            case LENGTH, CONTENT_FILTER -> INCOMPLETE;
        };
    }

    /** The answer to a request without a stream. */
    public static Map<String, @Nullable Object> whole(ResponseStart start, Completion completion, InstantSource clock) {
        return ended(
                start, completion, items(completion, start.id(), start.order().tools()), clock);
    }

    /** The same for a request that uses state: also of a provider with the same protocol. */
    public static byte[] stateful(ResponseStart start, Completion completion, InstantSource clock) {
        return completion
                .original()
                .map(original -> Json.bytes(ofServer(tree(original), start)))
                .orElseGet(() -> Json.bytes(whole(start, completion, clock)));
    }

    static JsonNode tree(ByteBuffer json) {
        byte[] bytes = new byte[json.remaining()];
        json.duplicate().get(bytes);
        return JsonBody.tree(bytes);
    }

    /** The answer before its end. */
    public static Map<String, @Nullable Object> begun(ResponseStart start, String status) {
        return of(start, status, start.order().model(), List.of());
    }

    static Map<String, @Nullable Object> ended(
            ResponseStart start, Completion completion, List<? extends ItemJson> items, InstantSource clock) {
        String status = status(completion);
        Map<String, @Nullable Object> json = of(start, status, completion.model(), items);
        if (status.equals(COMPLETED)) {
            json.put("completed_at", clock.instant().getEpochSecond());
        } else {
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

    /**
     * An answer that has failed.
     *
     * @param error that of an error response in OpenAI's form
     */
    public static Map<String, @Nullable Object> failed(
            ResponseStart start, List<? extends ItemJson> items, JsonNode error) {
        Map<String, @Nullable Object> json = of(start, "failed", start.order().model(), items);
        String code = error.path("code").asText(error.path("type").asText("server_error"));
        json.put("error", new ErrorJson(code, error.path("message").asText("")));
        return json;
    }

    private static void putState(Map<String, @Nullable Object> json, ResponseStart start) {
        json.put("previous_response_id", start.state().previous().orElse(null));
        json.put("store", start.state().store());
        json.put("background", start.state().background());
    }

    /** The answer of a provider with the same protocol, with this server's identifier and state. */
    static ObjectNode ofServer(JsonNode passed, ResponseStart start) {
        ObjectNode json = passed.deepCopy();
        Map<String, @Nullable Object> state = new LinkedHashMap<>();
        putState(state, start);
        json.put("id", start.id());
        state.forEach((name, value) -> json.set(name, Json.MAPPER.valueToTree(value)));
        return json;
    }

    private static Map<String, @Nullable Object> of(
            ResponseStart start, String status, String model, List<? extends ItemJson> items) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("id", start.id());
        json.put("object", "response");
        json.put("created_at", start.created());
        json.put("completed_at", null);
        json.put("status", status);
        json.put("error", null);
        json.put("incomplete_details", null);
        json.put("model", model);
        json.put("output", items);
        putState(json, start);
        json.put("usage", null);
        json.putAll(start.order().repeated());
        return json;
    }
}
