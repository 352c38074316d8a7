package dev.guildhall.ports.agent;

/**
 * What stands for the older messages of a chat when a model is asked.
 *
 * @param text in a few sentences; empty when they are forgotten
 * @param messages how many of the chat's messages it covers, from the first on, 1 or more
 */
public record RollingSummary(String text, int messages) {
    /** Nothing stands for so many messages, and nothing that covers no more of them takes its place. */
    public static RollingSummary forgotten(int messages) {
        return new RollingSummary("", messages);
    }
}
