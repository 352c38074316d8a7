package dev.guildhall.core.config;

import java.time.Duration;

/**
 * Limits of collections of documents.
 *
 * @param collections how many collections one user may have (knowledge-1)
 * @param documents how many documents a collection may have
 * @param bytes how many bytes a document may have
 * @param characters how many characters the text of a document may have
 * @param readers how many documents one node reads at once
 * @param attempts how often a document is read at most, when nodes fail while they read it
 * @param claim how long a node has a document without a sign of progress
 * @param every how often a node without work looks for some
 * @param embeddedAtOnce how many embeddings are computed and stored together, 1 to 64: the turn of a user
 * @param index of the search indexes of this process
 */
public record KnowledgeLimits(
        int collections,
        int documents,
        long bytes,
        int characters,
        int readers,
        int attempts,
        Duration claim,
        Duration every,
        int embeddedAtOnce,
        Index index) {
    public static final KnowledgeLimits DEFAULT = new KnowledgeLimits(
            1_000,
            1_000,
            200L * 1024 * 1024,
            20_000_000,
            2,
            3,
            Duration.ofSeconds(30),
            Duration.ofSeconds(1),
            16,
            Index.DEFAULT);

    /**
     * Limits of search indexes, which are in the heap.
     *
     * @param bytes how large the indexes of all documents are together; what is used seldom is read again
     * @param documents how many documents one search looks at
     * @param searches how many searches run at once
     * @param searchesOfUser how many of them for one user
     * @param waiting how many callers wait for each of these
     * @param within how long a caller waits
     */
    public record Index(long bytes, int documents, int searches, int searchesOfUser, int waiting, Duration within) {
        private static final int EIGHTH = 8;

        public static final Index DEFAULT = new Index(
                Runtime.getRuntime().maxMemory() / EIGHTH * 2,
                20_000,
                Math.max(2, Runtime.getRuntime().availableProcessors()),
                Math.max(1, Runtime.getRuntime().availableProcessors() / 2),
                256,
                Duration.ofSeconds(10));
    }
}
