package dev.guildhall.ports.agent;

import dev.guildhall.ports.JsonData;
import java.time.Instant;
import java.util.Map;

/**
 * What a server of the Model Context Protocol asks the user of a chat during a tool call (agents-26).
 *
 * @param id under which it is answered
 * @param callId the call, as in its {@link AgentEvent.ToolStarted}
 * @param tool the name of the called tool
 * @param server the name of the tool's integration
 * @param message what the server says; hidden characters are written out
 * @param subject what the user is to do
 * @param expiresAt when it counts as cancelled
 */
public record ToolQuestion(
        QuestionId id, String callId, String tool, String server, String message, Subject subject, Instant expiresAt) {

    /** What the user is to do. */
    public sealed interface Subject {}

    /**
     * To fill in a form.
     *
     * @param schema the JSON schema of an object
     */
    public record Form(Map<String, Object> schema) implements Subject {
        public Form {
            schema = JsonData.copy(schema);
        }
    }

    /**
     * To open an address, which nothing opens without the user.
     *
     * @param url with {@code http} or {@code https} and a host
     */
    public record Address(String url) implements Subject {}
}
