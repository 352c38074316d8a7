package dev.guildhall.core.agent;

import java.time.Duration;

/**
 * Bounds of the agent.
 *
 * @param rounds how often the model may ask for tools in one answer (contract 4: 10)
 * @param callsPerRound how many tools it may ask for at once; the rest are refused as results
 * @param toolTimeout how long one call may take: more than an execution of the registry, whose own bound then tells what
 *     happened
 * @param resultCharacters how much of a tool's result the model gets
 * @param resultBytes how much of a tool's result is kept, as JSON
 * @param eventBytes how much of a tool's result an event holds, as JSON (contract 4: 16 KB)
 * @param toolsOffered how many tools a model is told of; where a caller has more, the most fitting ones
 * @param contextMessages how many of the latest messages the model gets
 * @param contextCharacters how much text of them the model gets, about four characters a token
 * @param chatMessages how many messages a chat may have
 * @param answerMessages how many messages of a chat one answer holds
 * @param memoryCharacters how much of a turn is kept as a memory
 * @param traces how many answers of a chat keep how they came to be
 * @param waiting of questions that wait for the answer before them
 */
public record AgentLimits(
        int rounds,
        int callsPerRound,
        Duration toolTimeout,
        int resultCharacters,
        int resultBytes,
        int eventBytes,
        int toolsOffered,
        int contextMessages,
        int contextCharacters,
        int chatMessages,
        int answerMessages,
        int memoryCharacters,
        int traces,
        Waiting waiting) {
    /** What holds where nothing else was asked for. */
    public static final AgentLimits DEFAULT = new AgentLimits(
            10,
            16,
            Duration.ofSeconds(31),
            16_000,
            64 * 1024,
            16 * 1024,
            32,
            100,
            60_000,
            10_000,
            1_000,
            8_000,
            100,
            Waiting.DEFAULT);

    /**
     * Bounds of questions that wait for the answer before them in their chat.
     *
     * @param questions how many may wait
     * @param longest how long one waits
     */
    public record Waiting(int questions, Duration longest) {
        /** 8 questions, each for a minute. */
        public static final Waiting DEFAULT = new Waiting(8, Duration.ofMinutes(1));
    }

    /** The same with another bound of the tools that a model is told of. */
    public AgentLimits withToolsOffered(int most) {
        return new AgentLimits(
                rounds,
                callsPerRound,
                toolTimeout,
                resultCharacters,
                resultBytes,
                eventBytes,
                most,
                contextMessages,
                contextCharacters,
                chatMessages,
                answerMessages,
                memoryCharacters,
                traces,
                waiting);
    }

    /** The same with other bounds of what a model is shown of a chat. */
    public AgentLimits withContext(int messages, int characters, int charactersOfResult) {
        return new AgentLimits(
                rounds,
                callsPerRound,
                toolTimeout,
                charactersOfResult,
                resultBytes,
                eventBytes,
                toolsOffered,
                messages,
                characters,
                chatMessages,
                answerMessages,
                memoryCharacters,
                traces,
                waiting);
    }

    /** The same with other bounds of what is kept of a chat. */
    public AgentLimits withKept(int messages, int charactersOfMemory, int tracesOfChat) {
        return new AgentLimits(
                rounds,
                callsPerRound,
                toolTimeout,
                resultCharacters,
                resultBytes,
                eventBytes,
                toolsOffered,
                contextMessages,
                contextCharacters,
                messages,
                answerMessages,
                charactersOfMemory,
                tracesOfChat,
                waiting);
    }
}
