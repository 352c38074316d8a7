package dev.guildhall.ports.completion;

/**
 * Receives an answer while it arrives, in order, on the calling thread. When it throws, the request to the provider
 * ends.
 */
@FunctionalInterface
public interface ChunkSink {
    /** Receives one piece. */
    void accept(Chunk chunk);

    /**
     * No more pieces are available at the moment: a sink that buffers pieces sends all of them now. Called before every
     * wait for the provider, and after the last piece.
     */
    default void settle() {}

    /**
     * Whether the sink needs the whole answer at the end too. When it returns false, the adapter need not collect the
     * pieces, and the answer at the end may have neither text nor calls.
     */
    default boolean wantsWhole() {
        return true;
    }
}
