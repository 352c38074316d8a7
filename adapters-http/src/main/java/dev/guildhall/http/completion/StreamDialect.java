package dev.guildhall.http.completion;

import dev.guildhall.http.error.ErrorForm;
import dev.guildhall.http.json.JsonBytes;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.Completion;

/** How an answer that is on its way is put into events. One for each answer. */
public interface StreamDialect {
    /** The events for a piece; none for what the dialect has no word for. */
    void piece(JsonBytes out, Chunk chunk);

    /** The events behind the last piece. */
    void end(JsonBytes out, Completion completion);

    /** The form of the one event that ends an answer which breaks off. */
    ErrorForm errors();
}
