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

    /**
     * Whether the whole answer is wanted at the end too. A sink that needs no more than the pieces says no: then nobody has
     * to keep them, and the answer at the end may have neither words nor calls.
     */
    default boolean wantsWhole() {
        return true;
    }
}
