package dev.guildhall.core.config;

import java.time.Duration;
import java.util.Map;

public record AgentLimits(
        Loop loop,
        Results results,
        Context context,
        Storage storage,
        Waiting waiting,
        Background background,
        Compaction compaction,
        Questions questions,
        Approvals approvals) {

    public static final AgentLimits DEFAULT = new AgentLimits(
            Loop.DEFAULT,
            Results.DEFAULT,
            Context.DEFAULT,
            Storage.DEFAULT,
            Waiting.DEFAULT,
            Background.DEFAULT,
            Compaction.DEFAULT,
            Questions.DEFAULT,
            Approvals.DEFAULT);

    /**
     * Limits of the calls of models and tools in one answer.
     *
     * @param rounds how often the model may call tools in one answer (agents-3: 10)
     * @param callsPerRound how many tools it may call in one round; each further call gets a refusal as its result
     * @param toolTimeout how long one call may take: longer than an execution of the registry, whose own limit then names
     *     the reason
     * @param toolsOffered how many tools a model receives; if the caller has more, those that match the question best
     * @param retries how often the same request is repeated when the model's answer is empty
     */
    public record Loop(int rounds, int callsPerRound, Duration toolTimeout, int toolsOffered, int retries) {

        public static final Loop DEFAULT = new Loop(10, 16, Duration.ofSeconds(31), 32, 1);
    }

    /**
     * Limits of the results of tools.
     *
     * @param characters how many characters of a result the model receives
     * @param bytes how many bytes of a result are stored, as JSON
     * @param eventBytes how many bytes of a result an event contains, as JSON (agents-5: 16 KiB)
     */
    public record Results(int characters, int bytes, int eventBytes) {

        public static final Results DEFAULT = new Results(16_000, 64 * 1024, 16 * 1024);
    }

    /**
     * Limits of the part of a chat that a model receives.
     *
     * @param messages how many of the latest messages
     * @param tokens how many tokens of instructions, memories, summary, messages, and of this answer's tool calls with
     *     their results, 1,000 or more; the descriptions of tools are not counted
     * @param tokensByModel the same for the models of these names
     */
    public record Context(int messages, int tokens, Map<String, Integer> tokensByModel) {
        /** Every current model accepts 16,000 tokens, and more would cost time and money in each round. */
        public static final Context DEFAULT = new Context(100, 16_000, Map.of());

        public Context {
            tokensByModel = Map.copyOf(tokensByModel);
        }

        public int tokensOf(String model) {
            return tokensByModel.getOrDefault(model, tokens);
        }
    }

    /**
     * Limits of the stored part of a chat.
     *
     * @param messages how many messages a chat may have
     * @param answerMessages how many of them one response about the chat contains
     * @param memoryCharacters how many characters of a turn are stored as a memory
     * @param traces how many answers of a chat have a stored trace
     * @param draftAfter how long after a tool call begins or ends the unfinished answer is stored
     * @param wordsAfter how long after the model has sent text the unfinished answer is stored, plus {@code draftAfter},
     *     and how long after a failed write it is tried again
     * @param shownAfter the pause between two writes of the text that clients receive after the write: short enough that
     *     text still appears to flow, and at most 20 statements a second of a node, for all its answers together
     * @param unsentEvents how many events of one answer wait for that, or for their client, before its model has to wait
     */
    public record Storage(
            int messages,
            int answerMessages,
            int memoryCharacters,
            int traces,
            Duration draftAfter,
            Duration wordsAfter,
            Duration shownAfter,
            int unsentEvents) {

        public static final Storage DEFAULT = new Storage(
                10_000, 1_000, 8_000, 100, Duration.ofMillis(50), Duration.ofSeconds(1), Duration.ofMillis(50), 1_000);
    }

    /**
     * Limits of questions that wait for the previous answer in their chat.
     *
     * @param questions how many may wait
     * @param longest how long one waits
     */
    public record Waiting(int questions, Duration longest) {

        public static final Waiting DEFAULT = new Waiting(8, Duration.ofMinutes(1));
    }

    /**
     * Limits of jobs that run after an answer.
     *
     * @param waiting how many jobs wait or run
     * @param atOnce for how many chats they run at the same time
     * @param stopTimeout how long a stop waits for them to end, and again after it has interrupted them
     */
    public record Background(int waiting, int atOnce, Duration stopTimeout) {

        public static final Background DEFAULT = new Background(1_000, 16, Duration.ofSeconds(3));
    }

    /**
     * Limits of summaries of chats.
     *
     * @param steps how many summaries a model writes for one answer; the next answers continue
     * @param messages how many messages one step summarises
     * @param characters how many characters of them, exceeded by one message at most
     * @param messageCharacters how many characters of one message
     * @param results how many tool results of one message
     * @param resultCharacters how many characters of each
     */
    public record Compaction(
            int steps, int messages, int characters, int messageCharacters, int results, int resultCharacters) {

        public static final Compaction DEFAULT = new Compaction(4, 100, 24_000, 4_000, 10, 200);
    }

    /**
     * Limits of what servers ask users during tool calls.
     *
     * @param aCall how many questions one call may ask
     * @param longest how long one waits for its answer
     * @param lookAfter the pause between two looks for the answer, which another node may have stored
     * @param characters how many characters a question, and an answer, has as JSON
     */
    public record Questions(int aCall, Duration longest, Duration lookAfter, int characters) {

        public static final Questions DEFAULT =
                new Questions(10, Duration.ofMinutes(5), Duration.ofMillis(250), 128 * 1024);
    }

    /**
     * Limits of calls that wait for their users.
     *
     * @param longest how long one waits (approvals-3: 24 h)
     * @param ofUser how many calls of one user may wait; further ones are denied
     * @param lookEvery the pause between two looks for decisions while no client waits on this node
     * @param lookAfter the same while clients wait; also how long a click lasts until the answer goes on
     * @param graceOfStream for how long an answer that is ready is left to the node whose client waits for it
     * @param resumedAtOnce how many answers without a client one node continues at a time
     * @param kept for how long a decision is stored after the time of its call
     */
    public record Approvals(
            Duration longest,
            int ofUser,
            Duration lookEvery,
            Duration lookAfter,
            Duration graceOfStream,
            int resumedAtOnce,
            Duration kept) {

        public static final Approvals DEFAULT = new Approvals(
                Duration.ofHours(24),
                1_000,
                Duration.ofSeconds(2),
                Duration.ofMillis(250),
                Duration.ofSeconds(3),
                32,
                Duration.ofDays(7));

        public Approvals withLongest(Duration wait) {
            return new Approvals(wait, ofUser, lookEvery, lookAfter, graceOfStream, resumedAtOnce, kept);
        }
    }

    public AgentLimits withApprovals(Approvals limits) {
        return new AgentLimits(loop, results, context, storage, waiting, background, compaction, questions, limits);
    }

    public AgentLimits withContext(Context limits) {
        return new AgentLimits(loop, results, limits, storage, waiting, background, compaction, questions, approvals);
    }
}
