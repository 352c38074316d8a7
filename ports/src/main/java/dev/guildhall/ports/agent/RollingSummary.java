package dev.guildhall.ports.agent;

/**
 * Replaces the older messages of a chat in the prompt of a model.
 *
 * @param text a few sentences; empty when the older messages are left out without a summary
 * @param messages how many of the chat's first messages it covers, 1 or more
 */
public record RollingSummary(String text, int messages) {
    /** Leaves this many messages out without a summary; only a summary that covers more messages replaces it. */
    public static RollingSummary forgotten(int messages) {
        return new RollingSummary("", messages);
    }
}
