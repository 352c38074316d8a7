package dev.guildhall.integrations.agent;

import java.time.Duration;

/**
 * The time limits of the agent service; all more than zero. Immutable.
 *
 * @param connect until a connection is made, for each address
 * @param question until the service accepts a question: the question may wait for another answer in its chat
 * @param silence between two chunks of an answer; the agent service sends a comment every 2 s
 * @param answer a whole streamed answer
 * @param whole any other request
 */
public record AgentTimeouts(Duration connect, Duration question, Duration silence, Duration answer, Duration whole) {
    /** 5 s, 75 s, 15 s, 1 h, 30 s. */
    public static final AgentTimeouts DEFAULT = new AgentTimeouts(
            Duration.ofSeconds(5),
            Duration.ofSeconds(75),
            Duration.ofSeconds(15),
            Duration.ofHours(1),
            Duration.ofSeconds(30));
}
