package dev.guildhall.integrations.agent;

import java.time.Duration;

/**
 * How long the agent service may take; all more than zero. Immutable.
 *
 * @param connect until there is a connection, per address
 * @param question until a question is accepted: it may wait for another answer in its chat
 * @param silence between two pieces of an answer; the agent service sends a comment every 2 s
 * @param answer a streamed answer as a whole
 * @param whole any other request as a whole
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
