package dev.guildhall.http.agent;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.guildhall.ports.AssistantId;
import dev.guildhall.ports.agent.AgentReply;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.Conversation;
import dev.guildhall.ports.agent.IncompleteReason;
import dev.guildhall.ports.agent.ReplyDetails;
import dev.guildhall.ports.agent.Speaker;
import dev.guildhall.ports.agent.ToolMedia;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.completion.ContentPartData;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.usage.Cost;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.wire.json.Json;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

public final class AgentJson {
    private AgentJson() {}

    /**
     * A message; {@code parts}, {@code toolCalls} and {@code citations} are omitted when empty, {@code ended} when the message is
     * complete, {@code assistant} when none gave it, and the details and the {@code notices} of messages that no agent wrote.
     */
    public record MessageJson(
            String role,
            String content,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Map<String, Object>> parts,
            String timestamp,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<ToolCallJson> toolCalls,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String ended,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            List<String> notices,

            @JsonInclude(JsonInclude.Include.NON_NULL) AssistantJson.@Nullable VersionJson assistant,

            @JsonUnwrapped @Nullable DetailsJson details) {
        public static MessageJson of(ChatEntry entry) {
            return of(entry, ContentPartData.of(entry.parts()));
        }

        /** @param parts the parts of the message as plain values */
        public static MessageJson of(ChatEntry entry, List<Map<String, Object>> parts) {
            boolean isAnswer = entry.speaker() == Speaker.ASSISTANT;
            return new MessageJson(
                    entry.speaker().wireName(),
                    entry.content(),
                    parts,
                    Json.timestamp(entry.timestamp()),
                    entry.toolUses().stream().map(ToolCallJson::of).toList(),
                    entry.ended().map(IncompleteReason::wireName).orElse(null),
                    isAnswer ? entry.notices() : null,
                    AssistantJson.VersionJson.of(entry.details()),
                    isAnswer ? DetailsJson.of(entry.details()) : null);
        }
    }

    /**
     * How an answer came about; {@code model}, {@code cost} and {@code reasoning} are null when there is none; the currency is
     * omitted without a cost, and the citations when there are none.
     */
    public record DetailsJson(
            @Nullable String model,
            UsageJson usage,
            @Nullable BigDecimal cost,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String currency,

            @Nullable String reasoning,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Long reasoningMs,

            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<CollectionJson.CitationJson> citations) {
        public static DetailsJson of(ReplyDetails details) {
            return new DetailsJson(
                    details.model().orElse(null),
                    UsageJson.of(details.usage()),
                    Json.amount(details.cost().map(Cost::amount)),
                    details.cost()
                            .map(cost -> cost.currency().getCurrencyCode())
                            .orElse(null),
                    details.reasoning().isEmpty() ? null : details.reasoning(),
                    details.reasoning().isEmpty()
                            ? null
                            : details.reasoningTime().toMillis(),
                    details.citations().stream()
                            .map(CollectionJson.CitationJson::of)
                            .toList());
        }
    }

    /** A call of a tool; {@code errorKind} is omitted after a success (agents-28), {@code media} when there are none. */
    public record ToolCallJson(
            String callId,
            String tool,
            Map<String, Object> parameters,
            boolean success,
            @Nullable Object data,
            @Nullable String error,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String errorKind,

            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<MediaJson> media,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Map<String, Object> requestedParameters) {
        public static ToolCallJson of(ToolUse use) {
            @Nullable Map<String, Object> requested = use.requestedParameters().orElse(null);
            List<MediaJson> media = use.media().stream().map(MediaJson::of).toList();
            return switch (use.outcome()) {
                case ToolOutcome.Success(Object data) ->
                    new ToolCallJson(
                            use.callId(), use.tool(), use.parameters(), true, data, null, null, media, requested);
                case ToolOutcome.Failure failure ->
                    new ToolCallJson(
                            use.callId(),
                            use.tool(),
                            use.parameters(),
                            false,
                            null,
                            failure.message(),
                            failure.kind().wireName(),
                            media,
                            requested);
            };
        }
    }

    /** A picture or a sound of a tool's result; {@code kind} is {@code picture} or {@code sound}. */
    public record MediaJson(String id, String kind, String type, long bytes) {
        static MediaJson of(ToolMedia media) {
            String kind = media.kind().name().toLowerCase(Locale.ROOT);
            return new MediaJson(media.id().value(), kind, media.type(), media.bytes());
        }
    }

    public record ReplyJson(
            MessageJson message,
            String chatId,
            List<String> toolsUsed,
            boolean memoryUpdated,
            List<String> notices,
            AssistantJson.@Nullable VersionJson assistant,
            @JsonUnwrapped DetailsJson details) {
        public static ReplyJson of(AgentReply reply) {
            return new ReplyJson(
                    MessageJson.of(reply.message()),
                    reply.chatId().value(),
                    reply.toolsUsed(),
                    reply.memoryUpdated(),
                    reply.message().notices(),
                    AssistantJson.VersionJson.of(reply.message().details()),
                    DetailsJson.of(reply.message().details()));
        }
    }

    public record ConversationJson(
            String chatId,
            String userId,
            String agentMode,
            List<MessageJson> messages,
            String createdAt,
            String lastActivity,
            int messageCount,
            @Nullable String assistantId) {
        public static ConversationJson of(Conversation conversation) {
            return new ConversationJson(
                    conversation.chat().id().value(),
                    conversation.chat().userId().value(),
                    conversation.chat().mode().wireName(),
                    conversation.messages().stream().map(MessageJson::of).toList(),
                    Json.timestamp(conversation.chat().createdAt()),
                    Json.timestamp(conversation.chat().lastActivity()),
                    conversation.chat().messageCount(),
                    conversation.chat().assistant().map(AssistantId::value).orElse(null));
        }
    }

    public record ToolStartJson(String callId, String tool, Map<String, Object> parameters) {}

    public record ToolResultJson(
            String callId,
            String tool,
            boolean success,
            @Nullable Object data,
            @Nullable String error,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String errorKind,

            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<MediaJson> media) {
        public static ToolResultJson of(ToolUse use) {
            ToolCallJson call = ToolCallJson.of(use);
            return new ToolResultJson(
                    call.callId(),
                    call.tool(),
                    call.success(),
                    call.data(),
                    call.error(),
                    call.errorKind(),
                    call.media());
        }
    }

    public record UsageJson(long promptTokens, long completionTokens) {
        public static UsageJson of(Usage usage) {
            return new UsageJson(usage.promptTokens(), usage.completionTokens());
        }
    }

    public record DoneJson(
            String chatId,
            List<String> toolsUsed,
            boolean memoryUpdated,
            List<String> notices,
            AssistantJson.@Nullable VersionJson assistant,
            @JsonUnwrapped DetailsJson details) {
        public static DoneJson of(AgentReply reply) {
            return new DoneJson(
                    reply.chatId().value(),
                    reply.toolsUsed(),
                    reply.memoryUpdated(),
                    reply.message().notices(),
                    AssistantJson.VersionJson.of(reply.message().details()),
                    DetailsJson.of(reply.message().details()));
        }
    }

    public record StreamErrorJson(String error) {}
}
