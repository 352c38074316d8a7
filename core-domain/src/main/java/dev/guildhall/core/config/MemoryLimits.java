package dev.guildhall.core.config;

import java.time.Duration;

/**
 * Limits of memories.
 *
 * @param memoriesOfUser how many memories one account may have, including superseded ones
 * @param changesAtOnce how many changes one step of an index update reads
 * @param embeddingsEvery how often memories without an embedding are searched
 * @param embeddingsInRound how many embeddings are computed in one round
 * @param textsInRound how many texts that were stored without analysis are analysed in one round
 * @param packsInRound how many packs of a few hundred memories are written in one round
 * @param index of the search indexes of this process
 * @param summary of summaries
 * @param shown of the memories that models receive
 */
public record MemoryLimits(
        long memoriesOfUser,
        int changesAtOnce,
        Duration embeddingsEvery,
        int embeddingsInRound,
        int textsInRound,
        int packsInRound,
        Index index,
        Summary summary,
        Shown shown) {

    public static final MemoryLimits DEFAULT = new MemoryLimits(
            100_000,
            1_000,
            Duration.ofSeconds(15),
            2_000,
            50_000,
            1_000,
            Index.DEFAULT,
            Summary.DEFAULT,
            Shown.DEFAULT);

    /**
     * Limits of search indexes, which are in the heap.
     *
     * @param bytes how large the indexes of all users are together
     * @param bytesOfUser how large the index of one user is; the memories of a user who needs more are read at every
     *     search
     * @param builds how many indexes are built, or memories read, at once
     * @param searches how many searches run at once; each needs about 60 bytes for each memory
     * @param searchesOfUser how many searches, and how many builds for them, run at once for one user
     * @param waiting how many callers wait for each of these
     * @param within how long a caller waits
     */
    public record Index(
            long bytes, long bytesOfUser, int builds, int searches, int searchesOfUser, int waiting, Duration within) {
        private static final int EIGHTH = 8;
        private static final int EIGHTHS_OF_ALL = 3;
        private static final int WAITING = 256;

        public static final Index DEFAULT =
                of(Runtime.getRuntime().maxMemory(), Runtime.getRuntime().availableProcessors());

        /** Three eighths of the heap for all users, one for each; a processor is left to other requests. */
        static Index of(long heap, int processors) {
            int half = Math.max(1, processors / 2);
            return new Index(
                    heap / EIGHTH * EIGHTHS_OF_ALL,
                    heap / EIGHTH,
                    half,
                    2 * half,
                    half,
                    WAITING,
                    Duration.ofSeconds(10));
        }
    }

    /**
     * Limits of summaries.
     *
     * @param memories how many of the latest memories are summarised
     * @param characters how many characters of them
     * @param answerTokens how long the model's answer may be
     * @param answerCharacters how long a summary may be
     * @param within how long the model may take
     */
    public record Summary(int memories, int characters, int answerTokens, int answerCharacters, Duration within) {

        public static final Summary DEFAULT = new Summary(200, 24_000, 400, 2_000, Duration.ofSeconds(20));
    }

    /**
     * Limits of the memories that a model receives with a question.
     *
     * @param facts how many facts about the user
     * @param hits how many others that match the question; each has one neighbouring turn
     * @param besideCharacters how many characters of each such turn
     * @param characters how many characters in total
     */
    public record Shown(int facts, int hits, int besideCharacters, int characters) {

        public static final Shown DEFAULT = new Shown(20, 8, 600, 8_000);
    }
}
