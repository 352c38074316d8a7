package dev.guildhall.wire.completion;

import dev.guildhall.ports.completion.Completion;
import dev.guildhall.wire.http.UnreadableAnswer;
import dev.guildhall.wire.sse.Slice;
import java.io.IOException;

/** Reads one answer of a provider, which comes whole or as a stream. Not thread-safe. */
public interface AnswerReader {
    /** Reads a whole answer. */
    void whole(Slice json) throws IOException;

    /**
     * Reads the next event of a stream; the next line in protocols that have lines.
     *
     * @return whether further events may follow
     */
    boolean event(Slice data) throws IOException;

    /** Whether a part of the answer has arrived. */
    boolean hasBegun();

    /**
     * The answer when nothing more is read.
     *
     * @throws UnreadableAnswer when it is incomplete
     */
    Completion end() throws UnreadableAnswer;
}
