package dev.guildhall.integrations.mcp.http;

import dev.guildhall.integrations.mcp.protocol.CallDeadline;
import dev.guildhall.integrations.mcp.protocol.McpFault;
import dev.guildhall.integrations.mcp.protocol.McpJson;
import dev.guildhall.integrations.mcp.protocol.McpLimits;
import dev.guildhall.integrations.mcp.protocol.Message;
import dev.guildhall.integrations.mcp.protocol.Outgoing;
import dev.guildhall.integrations.mcp.protocol.Reply;
import dev.guildhall.integrations.net.OutboundRequest;
import dev.guildhall.integrations.net.OutboundStream;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.wire.sse.Slice;
import dev.guildhall.wire.sse.SseReader;
import dev.guildhall.wire.sse.TooLong;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** One request over HTTP and its response, which is a JSON document or the last message of a stream. For one thread. */
final class HttpExchange {
    private final HttpConversation conversation;
    private final long id;
    private final Outgoing outgoing;
    private final CallDeadline deadline;
    private Optional<String> lastEvent = Optional.empty();
    private Duration pause = McpLimits.RESUMPTION_PAUSE;

    HttpExchange(HttpConversation conversation, long id, Outgoing outgoing, CallDeadline deadline) {
        this.conversation = conversation;
        this.id = id;
        this.outgoing = outgoing;
        this.deadline = deadline;
    }

    /** Sends the request, and resumes the stream each time that it ends before the response. */
    Reply send(boolean first) throws McpFault {
        byte[] message = McpJson.write(Message.question(id, outgoing.method(), outgoing.parameters()));
        OutboundRequest request = conversation.post(message, outgoing.headers(), deadline);
        Optional<Reply> reply = once(HttpConversation.withTimeToAnswer(request, deadline), first);
        for (int i = 0; i < McpLimits.RESUMPTIONS && reply.isEmpty() && lastEvent.isPresent(); i++) {
            rest();
            OutboundRequest rest = conversation.request("GET", deadline).withHeader("Last-Event-ID", lastEvent.get());
            reply = once(HttpConversation.withTimeToAnswer(rest, deadline), false);
        }
        return reply.orElseThrow(
                () -> new McpFault(FailureKind.INVALID_RESPONSE, "the MCP server's stream ended without a response"));
    }

    private Optional<Reply> once(OutboundRequest request, boolean first) throws McpFault {
        try (OutboundStream answer = conversation.post(request)) {
            Optional<Reply.Failed> refused = HttpStatus.check(answer, conversation.hasSession());
            if (refused.isPresent()) {
                return Optional.of(refused.get());
            }
            if (first) {
                conversation.named(answer);
            }
            String type = answer.header("Content-Type").orElse("").toLowerCase(Locale.ROOT);
            return type.startsWith("text/event-stream") ? streamed(answer) : whole(answer);
        } catch (IOException brokeOff) {
            throw new McpFault(FailureKind.UPSTREAM_FAILED, "the MCP server's response ended early");
        }
    }

    private Optional<Reply> whole(OutboundStream answer) throws IOException, McpFault {
        byte[] body = answer.body().readNBytes(McpLimits.MESSAGE_BYTES + 1);
        if (body.length > McpLimits.MESSAGE_BYTES) {
            throw McpFault.tooLarge();
        }
        return replyIn(Message.read(body));
    }

    private Optional<Reply> streamed(OutboundStream answer) throws IOException, McpFault {
        SseReader events = new SseReader(answer.body(), McpLimits.MESSAGE_BYTES);
        Optional<Reply> reply = Optional.empty();
        for (Optional<Slice> data = next(events); data.isPresent() && reply.isEmpty(); data = next(events)) {
            reply = replyIn(Message.read(data.get().bytes()));
        }
        pause = events.retry().orElse(pause);
        return reply;
    }

    /** The next event that did not end with the stream; the stream can be resumed after it. */
    private Optional<Slice> next(SseReader events) throws IOException, McpFault {
        try {
            Optional<Slice> data = events.next().filter(_ -> events.isWhole());
            events.lastId().filter(HttpExchange::isName).ifPresent(id -> lastEvent = Optional.of(id));
            return data;
        } catch (TooLong tooLong) {
            throw McpFault.tooLarge();
        }
    }

    private static boolean isName(String id) {
        return id.matches("[\\x20-\\x7e]{1," + McpLimits.SESSION_ID + "}");
    }

    private Optional<Reply> replyIn(List<Message> messages) throws McpFault {
        Optional<Reply> reply = Optional.empty();
        for (Message message : messages) {
            switch (message) {
                case Message.Response answer -> reply = answer.id() == id ? Optional.of(answer.reply()) : reply;
                case Message.Request request -> reply = answered(request).or(ofNow(reply));
                case Message.Notification(String method, Map<String, Object> parameters) -> {
                    conversation.reported(method, parameters);
                    outgoing.exchange().notified(method, parameters);
                }
            }
        }
        return reply;
    }

    private static Supplier<Optional<Reply>> ofNow(Optional<Reply> reply) {
        return () -> reply;
    }

    /** Answers a question of the server; when the caller does that with another request, this one ends with the question. */
    private Optional<Reply> answered(Message.Request request) throws McpFault {
        Optional<Map<String, Object>> answer = Message.answer(request, outgoing.exchange());
        if (answer.isEmpty()) {
            conversation.abandon(id);
            return Optional.of(Message.question(request));
        }
        conversation.send(McpJson.write(answer.get()), deadline);
        return Optional.empty();
    }

    private void rest() throws McpFault {
        Duration least = pause.compareTo(McpLimits.RESUMPTION_PAUSE) < 0 ? McpLimits.RESUMPTION_PAUSE : pause;
        Duration rest = least.compareTo(deadline.left()) < 0 ? least : deadline.left();
        try {
            TimeUnit.NANOSECONDS.sleep(rest.toNanos());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw McpFault.cancelled();
        }
    }
}
