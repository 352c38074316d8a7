package dev.guildhall.integrations.mcp.stdio;

import dev.guildhall.integrations.mcp.protocol.McpLimits;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;

/**
 * Messages on their way to a process that may be slow to read them: whoever sends one never waits for the process.
 * Bounded in messages and bytes. Thread-safe.
 */
final class Outbox {
    private static final byte[] END = {};

    private final BlockingQueue<byte[]> messages = new LinkedBlockingQueue<>(McpLimits.OUTBOX_MESSAGES);
    private final Semaphore room = new Semaphore(McpLimits.OUTBOX_BYTES);

    /** Puts a message in; false when there is no room for it. */
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

    /** After what is in it there is nothing more to write. When it is full, the process must be ended another way. */
    void end() {
        messages.offer(END);
    }

    /** Writes message by message, each on a line, until the end; what has gathered meanwhile goes out at once. */
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
