package dev.guildhall.http.completion;

import dev.guildhall.http.error.ErrorForm;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.wire.json.JsonBytes;

/** Formats the chunks of one answer as events. Each answer has an instance of its own. */
public interface StreamDialect {
    /** Writes the events of a chunk; none when the dialect has no event for that kind of chunk. */
    void piece(JsonBytes out, Chunk chunk);

    void end(JsonBytes out, Completion completion);

    /** The lines before the data of the event that ends an answer which fails; empty when it has no name. */
    default String errorEvent() {
        return "";
    }

    /** The form of the one event that ends an answer which fails. */
    ErrorForm errors();
}
