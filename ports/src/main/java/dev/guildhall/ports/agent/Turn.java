package dev.guildhall.ports.agent;

/**
 * One turn of a conversation: a question, and the right to store its answer right after it. The number fences the answer:
 * a node that was given up for lost, and one that was slower than the next question, cannot store it behind newer messages.
 *
 * @param messages how many messages the conversation has up to the question, 0 or more
 * @param number greater than those of the conversation's earlier turns, 1 or more
 */
public record Turn(int messages, long number) {
    /** The first turn of a new conversation with so many messages. */
    public static Turn first(int messages) {
        return new Turn(messages, 1);
    }
}
