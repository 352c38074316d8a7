package dev.guildhall.wire.completion;

import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.JsonBytes;
import dev.guildhall.wire.sse.SseWriter;

/** Formats the chunks of one answer as events. Each answer has an instance of its own. */
public interface StreamDialect {
    /** The event that says that the answer is complete, in the protocols that have it. */
    String DONE = "data: [DONE]\n\n";

    /** The media type of the stream. */
    default String contentType() {
        return "text/event-stream; charset=utf-8";
    }

    /** What is sent while there is no event: clients ignore it. */
    default String heartbeat() {
        return SseWriter.COMMENT;
    }

    /** Writes the events of a chunk; none when the dialect has no event for that kind of chunk. */
    void piece(JsonBytes out, Chunk chunk);

    void end(JsonBytes out, Completion completion);

    /**
     * Writes the one event that ends an answer which fails.
     *
     * @param body that of an error response in the same protocol
     */
    default void error(JsonBytes out, Object body) {
        out.raw("data: ").raw(Json.bytes(body)).raw("\n\n");
    }
}
