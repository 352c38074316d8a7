package dev.guildhall.ports;

/**
 * Names one assistant, {@code ast_…}.
 *
 * @param value as {@link Id#value()}
 */
public record AssistantId(String value) implements Id {
    public AssistantId {
        Id.require("assistantId", value);
    }
}
