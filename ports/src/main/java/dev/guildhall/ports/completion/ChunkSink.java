package dev.guildhall.ports.completion;

/** Takes an answer while it comes, on the thread that asked, in order. What it throws ends the call upstream. */
@FunctionalInterface
public interface ChunkSink {
    /** One piece. */
    void accept(Chunk chunk);

    /**
     * Nothing more is at hand for the moment: a sink that collects pieces, to hand several on at once, hands on all that
     * it has. Called before every wait for the provider, and behind the last piece.
     */
    default void settle() {}
}
