package dev.guildhall.integrations.mcp.http;

import dev.guildhall.integrations.mcp.protocol.CallDeadline;
import dev.guildhall.integrations.mcp.protocol.McpLimits;
import dev.guildhall.integrations.mcp.protocol.Message;
import dev.guildhall.integrations.net.OutboundFailure;
import dev.guildhall.integrations.net.OutboundStream;
import dev.guildhall.wire.sse.Slice;
import dev.guildhall.wire.sse.SseReader;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The stream on which a server of the older era sends what belongs to no response. Many servers have none. It is opened
 * anew when it ends, until the session ends.
 */
final class ServerStream implements Runnable {
    private static final Logger LOG = System.getLogger(ServerStream.class.getName());
    private static final int OK = 200;

    private final HttpConversation conversation;

    ServerStream(HttpConversation conversation) {
        this.conversation = conversation;
    }

    @Override
    public void run() {
        try {
            int ends = 0;
            long begun = System.nanoTime();
            while (ends < McpLimits.RESUMPTIONS && conversation.isOpen() && read()) {
                boolean wasLong = System.nanoTime() - begun
                        > McpLimits.STREAM_PAUSES.longest().toNanos();
                ends = wasLong ? 1 : ends + 1;
                TimeUnit.NANOSECONDS.sleep(McpLimits.STREAM_PAUSES.after(ends).toNanos());
                begun = System.nanoTime();
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    /** Reads one stream to its end; returns whether the server has such streams. */
    private boolean read() {
        CallDeadline deadline = CallDeadline.in(McpLimits.STREAM_TIME);
        try (OutboundStream answer = conversation.post(conversation.request("GET", deadline))) {
            String type = answer.header("Content-Type").orElse("").toLowerCase(Locale.ROOT);
            if (answer.status() != OK || !type.startsWith("text/event-stream")) {
                return false;
            }
            SseReader events = new SseReader(answer.body(), McpLimits.MESSAGE_BYTES);
            for (Optional<Slice> data = events.next(); data.isPresent(); data = events.next()) {
                Message.read(data.get().bytes()).forEach(conversation::receive);
            }
            return true;
        } catch (IOException | OutboundFailure ended) {
            LOG.log(Level.DEBUG, "the stream of an MCP server''s own messages has ended: {0}", ended.getMessage());
            return true;
        }
    }
}
