package dev.guildhall.core.agent;

import java.time.Duration;

/**
 * Bounds of the agent.
 *
 * @param rounds how often the model may ask for tools in one answer (contract 4: 10)
 * @param callsPerRound how many tools it may ask for at once; the rest are refused as results
 * @param toolTimeout how long one call may take
 * @param resultCharacters how much of a tool's result the model gets
 * @param contextMessages how many of the latest messages the model gets
 * @param contextCharacters how much text of them the model gets, about four characters a token
 * @param chatMessages how many messages a chat may have
 * @param answerMessages how many messages of a chat one answer holds
 * @param memoryCharacters how much of a turn is kept as a memory
 */
public record AgentLimits(
        int rounds,
        int callsPerRound,
        Duration toolTimeout,
        int resultCharacters,
        int contextMessages,
        int contextCharacters,
        int chatMessages,
        int answerMessages,
        int memoryCharacters) {
    /** What holds where nothing else was asked for. */
    public static final AgentLimits DEFAULT =
            new AgentLimits(10, 16, Duration.ofSeconds(30), 16_000, 100, 60_000, 10_000, 1_000, 8_000);
}
