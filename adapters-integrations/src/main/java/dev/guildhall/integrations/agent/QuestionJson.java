package dev.guildhall.integrations.agent;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.agent.NewMessage;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** The JSON of a question to the agent service; null fields are omitted. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record QuestionJson(
        List<MessageJson> messages,
        String userId,
        @Nullable String chatId,
        @Nullable String model,
        @Nullable Double temperature,
        @Nullable Integer maxTokens,
        boolean enableMemory,
        @Nullable List<String> tools,
        @Nullable Integer keepMessages,
        boolean stream,
        boolean openEarly) {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    record MessageJson(String role, String content) {
        static MessageJson of(NewMessage message) {
            return new MessageJson(message.speaker().wireName(), message.content());
        }
    }

    /** Writes a question as bytes. */
    static byte[] of(AgentRequest request) {
        OptionalDouble temperature = request.options().sampling().temperature();
        OptionalInt maxTokens = request.options().sampling().maxTokens();
        QuestionJson json = new QuestionJson(
                request.messages().stream().map(MessageJson::of).toList(),
                request.userId().value(),
                request.chatId().map(ChatId::value).orElse(null),
                request.options().sampling().model().orElse(null),
                temperature.isPresent() ? temperature.getAsDouble() : null,
                maxTokens.isPresent() ? maxTokens.getAsInt() : null,
                request.options().enableMemory(),
                request.options().tools().orElse(null),
                request.keep().orElse(null),
                true,
                true);
        try {
            return MAPPER.writeValueAsBytes(json);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("plain values could not be written", impossible);
        }
    }
}
