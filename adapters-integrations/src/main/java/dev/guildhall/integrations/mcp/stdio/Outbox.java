package dev.guildhall.integrations.mcp.stdio;

import dev.guildhall.integrations.mcp.protocol.McpLimits;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;

/**
 * A queue of messages to a process that may read slowly: a sender never waits for the process. Limited in messages and
 * bytes.
 */
final class Outbox {
    private static final byte[] END = {};

    private final BlockingQueue<byte[]> messages = new LinkedBlockingQueue<>(McpLimits.OUTBOX_MESSAGES);
    private final Semaphore room = new Semaphore(McpLimits.OUTBOX_BYTES);

    /** Adds a message; false when the queue is full. */
    boolean offer(byte[] message) {
        if (!room.tryAcquire(message.length)) {
            return false;
        }
        if (messages.offer(message)) {
            return true;
        }
        room.release(message.length);
        return false;
    }

    /** Marks the end of the messages. When the queue is full, the process must be ended in another way. */
    void end() {
        messages.offer(END);
    }

    /** Writes the messages, each on a line, until the end; messages that are queued together are flushed together. */
    void writeTo(OutputStream out) throws IOException, InterruptedException {
        for (byte[] message = messages.take(); message.length > 0; message = messages.take()) {
            out.write(message);
            out.write('\n');
            room.release(message.length);
            if (messages.isEmpty()) {
                out.flush();
            }
        }
        out.flush();
    }
}
