package dev.guildhall.ports.completion;

import dev.guildhall.ports.usage.Usage;
import java.nio.ByteBuffer;

/** A piece of an answer that is arriving. */
public sealed interface Chunk {
    /**
     * A piece of the answer's text.
     *
     * @param content one character or more
     */
    record Text(String content) implements Chunk {}

    /**
     * A piece of the text with which the model refuses to answer.
     *
     * @param content one character or more
     */
    record Refused(String content) implements Chunk {}

    /**
     * A piece of the reasoning before the answer, where the provider shows it; not a part of the answer's text.
     *
     * @param content one character or more
     */
    record Reasoned(String content) implements Chunk {}

    /**
     * The model begins to call a function; parallel calls may come interleaved.
     *
     * @param index which of the answer's calls, from 0
     * @param id the same as {@link ToolCall#id()} in the whole answer
     * @param function the name that the request offered
     */
    record CallBegun(int index, String id, String function) implements Chunk {}

    /**
     * A part of the arguments of a call that has begun.
     *
     * @param index which of the answer's calls
     * @param json a part of JSON text, one character or more
     */
    record CallArguments(int index, String json) implements Chunk {}

    /**
     * The usage that the provider has reported so far; the latest report counts when the answer fails.
     *
     * @param usage never estimated
     */
    record Counted(Usage usage) implements Chunk {}

    /**
     * An event as the provider sent it, before the chunks that are read from it; only where
     * {@link CompletionRequest#original} is passed on unchanged.
     *
     * @param name the name of the event; empty when it has none
     * @param event the data of the event on one line, read only
     * @param usageAlone whether the event reports the usage and nothing else, for clients that did not ask for it
     */
    record Original(String name, ByteBuffer event, boolean usageAlone) implements Chunk {
        public Original {
            event = event.asReadOnlyBuffer();
        }
    }
}
