package dev.guildhall.integrations.mcp.stdio;

import dev.guildhall.integrations.mcp.protocol.Answering;
import dev.guildhall.integrations.mcp.protocol.CallDeadline;
import dev.guildhall.integrations.mcp.protocol.Followers;
import dev.guildhall.integrations.mcp.protocol.Handshake;
import dev.guildhall.integrations.mcp.protocol.McpConversation;
import dev.guildhall.integrations.mcp.protocol.McpFault;
import dev.guildhall.integrations.mcp.protocol.McpJson;
import dev.guildhall.integrations.mcp.protocol.McpLimits;
import dev.guildhall.integrations.mcp.protocol.McpServerOptions;
import dev.guildhall.integrations.mcp.protocol.Message;
import dev.guildhall.integrations.mcp.protocol.Outgoing;
import dev.guildhall.integrations.mcp.protocol.Pending;
import dev.guildhall.integrations.mcp.protocol.Reply;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolExchange;
import dev.guildhall.wire.sse.LineReader;
import dev.guildhall.wire.sse.Slice;
import dev.guildhall.wire.sse.TooLong;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** A conversation with a process over its standard streams, one message in each line. */
final class StdioConversation implements McpConversation {
    private final ServerProcess.Started started;
    private final Outbox outbox = new Outbox();
    private final Pending pending = new Pending();
    private final Answering answering = new Answering();
    private final Followers followers = new Followers();
    private final StderrTail stderrTail = new StderrTail();
    private final AtomicBoolean newTools = new AtomicBoolean();
    private final CountDownLatch gone = new CountDownLatch(1);
    private final Thread listener;

    StdioConversation(ServerProcess.Started started) {
        this.started = started;
        String name = "mcp-" + started.process().pid();
        // Reads and writes of pipes block their carrier thread: each has a platform thread of its own.
        listener = Thread.ofPlatform().daemon().name(name + "-in").start(this::listen);
        Thread.ofPlatform().daemon().name(name + "-out").start(this::writeMessages);
        Thread.ofPlatform()
                .daemon()
                .name(name + "-err")
                .start(() -> stderrTail.drain(started.process().getErrorStream()));
        Thread.ofVirtual().name(name + "-watch").start(this::watch);
    }

    @Override
    public Reply ask(Outgoing outgoing, CallDeadline deadline) throws McpFault {
        Pending.Question question = pending.open(outgoing);
        try {
            sendOrWithdraw(question);
            return deadline.await(question.reply());
        } catch (McpFault fault) {
            boolean isAbandoned = fault.kind() == FailureKind.CANCELLED || fault.kind() == FailureKind.TIMED_OUT;
            if (isAbandoned && !Handshake.METHODS.contains(outgoing.method())) {
                outbox.offer(McpJson.write(Message.cancellation(question.id(), fault)));
            }
            throw fault;
        } finally {
            pending.forget(question);
        }
    }

    private void sendOrWithdraw(Pending.Question question) throws McpFault {
        Outgoing outgoing = question.outgoing();
        try {
            send(Message.question(question.id(), outgoing.method(), outgoing.parameters()));
        } catch (McpFault unsent) {
            pending.withdraw(question);
            throw unsent;
        }
    }

    @Override
    public void sendNotification(String method, Map<String, Object> parameters, CallDeadline deadline) throws McpFault {
        send(Message.notification(method, parameters));
    }

    private void send(Map<String, Object> message) throws McpFault {
        byte[] bytes = McpJson.write(message);
        if (bytes.length > McpLimits.MESSAGE_BYTES) {
            throw new McpFault(
                    FailureKind.INVALID_ARGUMENTS,
                    "the arguments are larger than " + McpLimits.MESSAGE_BYTES + " bytes");
        }
        if (!outbox.offer(bytes)) {
            throw new McpFault(
                    FailureKind.RATE_LIMITED, "the MCP server does not read what it is sent; try again later");
        }
    }

    @Override
    public void follow(ToolExchange exchange, CallDeadline deadline) throws McpFault {
        followers.follow(exchange, deadline, this::isOpen);
    }

    @Override
    public void agreeOn(String protocolVersion) {
        // Lines have no version header; but now the server's processes have started, for example those of a wrapper
        // script.
        started.tree().record();
    }

    @Override
    public boolean isOpen() {
        return !pending.isOver();
    }

    @Override
    public boolean mayBeSilent() {
        return true;
    }

    @Override
    public boolean hasNewTools() {
        return newTools.getAndSet(false);
    }

    /** The end of the process's standard error, without secrets. */
    String stderrTail(McpServerOptions.Stdio options) {
        return stderrTail.without(options.environment().values());
    }

    private void listen() {
        try {
            LineReader lines = new LineReader(started.process().getInputStream(), McpLimits.MESSAGE_BYTES, _ -> {});
            while (readNext(lines)) {
                // Until the output has ended.
            }
            started.process().waitFor(McpLimits.LAST_GRACE.toMillis(), TimeUnit.MILLISECONDS);
            fail("the MCP server's process ended" + exitCode());
        } catch (IOException broken) {
            fail("the MCP server's output failed or had no end");
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /** Detects the end of the process: its child processes may hold its output open for a long time. */
    private void watch() {
        try {
            started.process().waitFor();
            listener.join(McpLimits.LAST_LINES);
            fail("the MCP server's process ended" + exitCode());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void fail(String why) {
        end(new McpFault(FailureKind.UPSTREAM_FAILED, why));
        started.tree().kill();
        gone.countDown();
    }

    /** Whether the process and all its descendants have ended. */
    boolean isGone() {
        return gone.getCount() == 0;
    }

    private boolean readNext(LineReader lines) throws IOException {
        try {
            Optional<Slice> line = lines.next();
            line.ifPresent(message -> Message.read(message.bytes()).forEach(this::receive));
            return line.isPresent();
        } catch (TooLong message) {
            LineReader.Edges edges = lines.skip(McpLimits.SKIPPED_BYTES, McpLimits.EDGE_BYTES);
            McpJson.idOf(edges.first(), edges.last())
                    .ifPresent(id -> pending.answer(id, new Reply.None(McpFault.tooLarge())));
            return true;
        }
    }

    private void receive(Message message) {
        switch (message) {
            case Message.Response(long id, Reply reply) -> pending.answer(id, reply);
            case Message.Request request -> answer(request);
            case Message.Notification(String method, Map<String, Object> parameters) -> {
                if (method.equals(Handshake.TOOLS_CHANGED)) {
                    newTools.set(true);
                }
                followers.notified(method, parameters);
                pending.inFlight()
                        .notifiedOf(method)
                        .forEach(question -> question.outgoing().exchange().notified(method, parameters));
            }
        }
    }

    /** Answers a question of the server. Those that are too many at once get no answer. */
    private void answer(Message.Request request) {
        Optional<Pending.Question> during = pending.inFlight().only();
        if (during.isEmpty() || request.method().equals("ping")) {
            offer(Message.answerOutside(request, pending.inFlight()));
            return;
        }
        answering.begin(() -> {
            Optional<Map<String, Object>> answer =
                    Message.answer(request, during.get().outgoing().exchange());
            if (answer.isPresent()) {
                offer(answer.get());
            } else {
                offer(Message.cancellation(during.get().id(), McpFault.cancelled()));
                pending.endEarly(during.get(), Message.question(request));
            }
        });
    }

    /** When the queue is full the server gets no response: it must not block the reader. */
    private void offer(Map<String, Object> message) {
        outbox.offer(McpJson.write(message));
    }

    /** When the output ends before the process does, there is no code, and the process is ended next. */
    private String exitCode() {
        return started.process().isAlive()
                ? ""
                : " with the code " + started.process().exitValue();
    }

    private void writeMessages() {
        try (OutputStream out = started.process().getOutputStream()) {
            outbox.writeTo(out);
        } catch (IOException deaf) {
            // The process has ended, or does not read any more, which ends the conversation. Its remaining output is
            // still read.
            started.tree().kill();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void end(McpFault why) {
        pending.end(why);
        followers.end(why);
        outbox.end();
    }

    @Override
    public void close() {
        end(McpFault.closed());
        started.tree().stop();
        gone.countDown();
    }
}
