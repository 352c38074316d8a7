package dev.guildhall.core.agent.context;

import java.time.Duration;
import java.util.Map;

/**
 * Bounds of the agent.
 *
 * @param loop of asking the model and calling tools
 * @param results of what tools answer
 * @param context of what a model is shown of a chat
 * @param kept of what is kept of a chat
 * @param waiting of questions that wait for the answer before them
 * @param background of what answers leave to be done
 * @param compaction of summing up a chat
 */
public record AgentLimits(
        Loop loop,
        Results results,
        Context context,
        Kept kept,
        Waiting waiting,
        Background background,
        Compaction compaction) {
    /** What holds where nothing else was asked for. */
    public static final AgentLimits DEFAULT = new AgentLimits(
            Loop.DEFAULT,
            Results.DEFAULT,
            Context.DEFAULT,
            Kept.DEFAULT,
            Waiting.DEFAULT,
            Background.DEFAULT,
            Compaction.DEFAULT);

    /**
     * Bounds of asking the model and calling tools.
     *
     * @param rounds how often the model may ask for tools in one answer (contract 4: 10)
     * @param callsPerRound how many tools it may ask for at once; the rest are refused as results
     * @param toolTimeout how long one call may take: more than an execution of the registry, whose own bound then tells
     *     what happened
     * @param toolsOffered how many tools a model is told of; where a caller has more, the most fitting ones
     * @param askedAgain how often a model that answers nothing is asked the same again
     */
    public record Loop(int rounds, int callsPerRound, Duration toolTimeout, int toolsOffered, int askedAgain) {
        /** 10 rounds of 16 calls, 31 s for one, 32 tools, asked again once. */
        public static final Loop DEFAULT = new Loop(10, 16, Duration.ofSeconds(31), 32, 1);

        /** The same with another bound of rounds. */
        public Loop withRounds(int most) {
            return new Loop(most, callsPerRound, toolTimeout, toolsOffered, askedAgain);
        }

        /** The same with another bound of the tools that a model is told of. */
        public Loop withToolsOffered(int most) {
            return new Loop(rounds, callsPerRound, toolTimeout, most, askedAgain);
        }
    }

    /**
     * Bounds of what tools answer.
     *
     * @param characters how much of a result the model gets
     * @param bytes how much of a result is kept, as JSON
     * @param eventBytes how much of a result an event holds, as JSON (contract 4: 16 KB)
     */
    public record Results(int characters, int bytes, int eventBytes) {
        /** 16,000 characters for the model, 64 KiB kept, 16 KiB in an event. */
        public static final Results DEFAULT = new Results(16_000, 64 * 1024, 16 * 1024);

        /** The same with another bound of what the model gets. */
        public Results withCharacters(int most) {
            return new Results(most, bytes, eventBytes);
        }
    }

    /**
     * Bounds of what a model is shown of a chat.
     *
     * @param messages how many of the latest messages
     * @param tokens how many tokens of instructions, memories, summary, messages, and calls of tools with what they answer
     *     while the answer comes to be, 1,000 or more; the descriptions of tools are beside
     * @param tokensByModel the same for models of that name
     */
    public record Context(int messages, int tokens, Map<String, Integer> tokensByModel) {
        /** 100 messages, 16,000 tokens: no model of today has fewer, and more cost time and money in every round. */
        public static final Context DEFAULT = new Context(100, 16_000, Map.of());

        public Context {
            tokensByModel = Map.copyOf(tokensByModel);
        }

        /** How many tokens that model is shown. */
        public int tokensOf(String model) {
            return tokensByModel.getOrDefault(model, tokens);
        }
    }

    /**
     * Bounds of what is kept of a chat.
     *
     * @param messages how many messages a chat may have
     * @param answerMessages how many of them one answer about the chat holds
     * @param memoryCharacters how much of a turn is kept as a memory
     * @param traces how many answers of a chat keep how they came to be
     * @param draftAfter how long after a call has begun or ended that is kept, of an answer that lasts longer
     * @param wordsAfter how long after words were said they are kept, of an answer that lasts longer; {@code draftAfter} comes
     *     on top
     */
    public record Kept(
            int messages,
            int answerMessages,
            int memoryCharacters,
            int traces,
            Duration draftAfter,
            Duration wordsAfter) {
        /** 10,000 messages, 1,000 in an answer, 8,000 characters of a turn, 100 traces, calls after 50 ms, words after 1 s. */
        public static final Kept DEFAULT =
                new Kept(10_000, 1_000, 8_000, 100, Duration.ofMillis(50), Duration.ofSeconds(1));

        /** The same with another bound of the messages of a chat. */
        public Kept withMessages(int most) {
            return new Kept(most, answerMessages, memoryCharacters, traces, draftAfter, wordsAfter);
        }

        /** The same with another bound of what is remembered of a turn. */
        public Kept withMemoryCharacters(int most) {
            return new Kept(messages, answerMessages, most, traces, draftAfter, wordsAfter);
        }

        /** The same with another bound of traces. */
        public Kept withTraces(int most) {
            return new Kept(messages, answerMessages, memoryCharacters, most, draftAfter, wordsAfter);
        }
    }

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

    /**
     * Bounds of what answers leave to be done.
     *
     * @param waiting how many jobs wait or are being done
     * @param atOnce of how many chats they are done at once
     * @param lastWords how long a stop waits for them to end, and again after it has ended them
     */
    public record Background(int waiting, int atOnce, Duration lastWords) {
        /** 1,000 jobs of 16 chats at once, 3 s. */
        public static final Background DEFAULT = new Background(1_000, 16, Duration.ofSeconds(3));
    }

    /**
     * Bounds of summing up a chat.
     *
     * @param steps how often a model is asked for one answer at most: chats that are far behind catch up with the next
     * @param messages how many messages one step sums up
     * @param characters how much text of them, one message more at most
     * @param messageCharacters how much of one message
     * @param results how many answers of tools of one message
     * @param resultCharacters how much of each
     */
    public record Compaction(
            int steps, int messages, int characters, int messageCharacters, int results, int resultCharacters) {
        /** 4 steps of 100 messages and 24,000 characters, 4,000 of one message, 10 results of 200. */
        public static final Compaction DEFAULT = new Compaction(4, 100, 24_000, 4_000, 10, 200);
    }

    /** The same with other bounds of asking the model and calling tools. */
    public AgentLimits withLoop(Loop limits) {
        return new AgentLimits(limits, results, context, kept, waiting, background, compaction);
    }

    /** The same with other bounds of what tools answer. */
    public AgentLimits withResults(Results limits) {
        return new AgentLimits(loop, limits, context, kept, waiting, background, compaction);
    }

    /** The same with other bounds of what a model is shown of a chat. */
    public AgentLimits withContext(Context limits) {
        return new AgentLimits(loop, results, limits, kept, waiting, background, compaction);
    }

    /** The same with other bounds of what is kept of a chat. */
    public AgentLimits withKept(Kept limits) {
        return new AgentLimits(loop, results, context, limits, waiting, background, compaction);
    }

    /** The same with other bounds of what answers leave to be done. */
    public AgentLimits withBackground(Background limits) {
        return new AgentLimits(loop, results, context, kept, waiting, limits, compaction);
    }
}
