package dev.guildhall.integrations.mcp.http;

import dev.guildhall.integrations.mcp.protocol.Answering;
import dev.guildhall.integrations.mcp.protocol.CallDeadline;
import dev.guildhall.integrations.mcp.protocol.CallsInFlight;
import dev.guildhall.integrations.mcp.protocol.Followers;
import dev.guildhall.integrations.mcp.protocol.Handshake;
import dev.guildhall.integrations.mcp.protocol.McpConversation;
import dev.guildhall.integrations.mcp.protocol.McpFault;
import dev.guildhall.integrations.mcp.protocol.McpJson;
import dev.guildhall.integrations.mcp.protocol.McpLimits;
import dev.guildhall.integrations.mcp.protocol.Message;
import dev.guildhall.integrations.mcp.protocol.Outgoing;
import dev.guildhall.integrations.mcp.protocol.Reply;
import dev.guildhall.integrations.net.OutboundFailure;
import dev.guildhall.integrations.net.OutboundRequest;
import dev.guildhall.integrations.net.OutboundStream;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolExchange;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** A conversation over streamable HTTP: each message is an HTTP request with its own response. */
final class HttpConversation implements McpConversation {
    private static final Logger LOG = System.getLogger(HttpConversation.class.getName());
    private static final String SESSION = "Mcp-Session-Id";

    private final HttpTransport way;
    private final Optional<Credential> credential;
    private final Semaphore places = new Semaphore(McpLimits.PENDING);
    private final Map<Thread, CompletableFuture<?>> inFlight = new ConcurrentHashMap<>();
    private final AtomicLong ids = new AtomicLong();
    private final AtomicBoolean newTools = new AtomicBoolean();
    private final AtomicBoolean isLeaving = new AtomicBoolean();
    private final Answering answering = new Answering();
    private final Followers followers = new Followers();
    private final CallsInFlight<Running> running = new CallsInFlight<>();
    private final AtomicBoolean isListening = new AtomicBoolean();
    private volatile Optional<Thread> listener = Optional.empty();
    private volatile boolean open = true;
    private volatile Optional<String> session = Optional.empty();
    private volatile Optional<String> version = Optional.empty();

    private record Running(long id, Outgoing outgoing, CompletableFuture<Reply> coming) {}

    HttpConversation(HttpTransport way, Optional<Credential> credential) {
        this.way = way;
        this.credential = credential;
    }

    @Override
    public Reply ask(Outgoing outgoing, CallDeadline deadline) throws McpFault {
        long id = ids.incrementAndGet();
        boolean first = outgoing.method().equals(Handshake.METHOD);
        try {
            listenDuring(outgoing);
            return apart(
                    deadline,
                    () -> new HttpExchange(this, id, outgoing, deadline).send(first),
                    coming -> running.begin(id, outgoing.method(), new Running(id, outgoing, coming)));
        } catch (McpFault.SessionGone gone) {
            open = false;
            isLeaving.set(true);
            throw gone;
        } catch (McpFault fault) {
            boolean isAbandoned = fault.kind() == FailureKind.CANCELLED || fault.kind() == FailureKind.TIMED_OUT;
            // In the newer era the end of the connection is the cancellation.
            if (isAbandoned && !first && open && version.isPresent()) {
                sendCancellation(id, fault);
            }
            if (isAbandoned || fault.kind() == FailureKind.UPSTREAM_FAILED) {
                running.giveUp(id);
            }
            throw fault;
        } finally {
            running.end(id);
        }
    }

    /** A server may ask on a stream of its own during these requests, which is opened with the first of them. */
    private void listenDuring(Outgoing outgoing) {
        if (!CallsInFlight.SILENT.contains(outgoing.method())) {
            listen();
        }
    }

    private void listen() {
        boolean isOlder = session.isPresent() && version.isPresent();
        if (isOlder && isListening.compareAndSet(false, true)) {
            listener = Optional.of(Thread.ofVirtual().name("mcp-stream").start(new ServerStream(this)));
        }
    }

    @Override
    public void follow(ToolExchange exchange, CallDeadline deadline) throws McpFault {
        listen();
        followers.follow(exchange, deadline, this::isOpen);
    }

    /** Takes a message of the server that names no request. */
    void receive(Message message) {
        switch (message) {
            case Message.Request request -> answer(request);
            case Message.Notification(String method, Map<String, Object> parameters) -> {
                reported(method, parameters);
                running.notifiedOf(method)
                        .forEach(one -> one.outgoing().exchange().notified(method, parameters));
            }
            case Message.Response ignored -> {
                // Responses come with their requests.
            }
        }
    }

    private void answer(Message.Request request) {
        Optional<Running> during = running.only();
        boolean isBegun = answering.begin(() -> {
            Optional<Map<String, Object>> answer = during.isPresent()
                    ? Message.answer(request, during.get().outgoing().exchange())
                    : Optional.of(Message.answerOutside(request, running));
            if (answer.isEmpty()) {
                abandon(during.orElseThrow().id());
                during.get().coming().complete(Message.question(request));
                return;
            }
            try {
                send(McpJson.write(answer.get()), CallDeadline.in(McpLimits.SEND_TIMEOUT));
            } catch (McpFault lost) {
                LOG.log(Level.DEBUG, "an answer could not be sent: {0}", lost.words());
            }
        });
        if (!isBegun) {
            LOG.log(Level.DEBUG, "an MCP server asks too much at once: {0}", request.method());
        }
    }

    @Override
    public void sendNotification(String method, Map<String, Object> parameters, CallDeadline deadline) throws McpFault {
        byte[] message = McpJson.write(Message.notification(method, parameters));
        apart(
                deadline,
                () -> {
                    send(message, deadline);
                    return true;
                },
                coming -> {});
    }

    /** Sends a message that expects no reply. */
    void send(byte[] message, CallDeadline deadline) throws McpFault {
        try (OutboundStream answer = way.http().open(post(message, deadline))) {
            Optional<Reply.Failed> refused = HttpStatus.check(answer, session.isPresent());
            if (refused.isPresent()) {
                throw refused.get().fault();
            }
        } catch (OutboundFailure failure) {
            throw McpFault.of(failure);
        }
    }

    OutboundStream post(OutboundRequest request) {
        return way.http().open(request);
    }

    private OutboundRequest post(byte[] message, CallDeadline deadline) {
        return post(message, Map.of(), deadline);
    }

    OutboundRequest post(byte[] message, Map<String, String> headers, CallDeadline deadline) {
        OutboundRequest request = request("POST", deadline).withBody("application/json", message);
        for (Map.Entry<String, String> header : headers.entrySet()) {
            request = request.withHeader(header.getKey(), header.getValue());
        }
        return request;
    }

    /**
     * The same request for a response during which the server may ask: the caller waits as long as its deadline says,
     * which a question moves.
     */
    static OutboundRequest withTimeToAnswer(OutboundRequest request, CallDeadline deadline) {
        return request.withLimits(deadline.left().plus(McpLimits.LONGEST_ANSWER), McpLimits.STREAM_BYTES);
    }

    OutboundRequest request(String method, CallDeadline deadline) {
        OutboundRequest request = way.request(method, credential)
                .withHeader(
                        "Accept", method.equals("GET") ? "text/event-stream" : "application/json, text/event-stream")
                .withLimits(deadline.left(), McpLimits.STREAM_BYTES);
        if (version.isPresent()) {
            request = request.withHeader("MCP-Protocol-Version", version.get());
        }
        return session.isPresent() ? request.withCredentialHeader(SESSION, session.get()) : request;
    }

    /** Stores the session id, if the server's response has one. */
    void named(OutboundStream answer) throws McpFault {
        Optional<String> name = answer.header(SESSION);
        if (name.filter(text -> !text.matches("[\\x21-\\x7e]{1," + McpLimits.SESSION_ID + "}"))
                .isPresent()) {
            throw new McpFault(FailureKind.INVALID_RESPONSE, "the MCP server sent an invalid session id");
        }
        session = name;
    }

    boolean hasSession() {
        return session.isPresent();
    }

    /** Takes a notification of the server, in whichever stream. */
    void reported(String method, Map<String, Object> parameters) {
        if (method.equals(Handshake.TOOLS_CHANGED)) {
            newTools.set(true);
        }
        followers.notified(method, parameters);
    }

    private interface Work<T> {
        T done() throws McpFault;
    }

    /** Does the work on another thread, so that the caller can stop waiting at any time. */
    private <T> T apart(CallDeadline deadline, Work<T> work, Consumer<CompletableFuture<T>> begun) throws McpFault {
        if (!open) {
            throw new McpFault.SessionGone();
        }
        if (!places.tryAcquire()) {
            throw new McpFault(
                    FailureKind.RATE_LIMITED, McpLimits.PENDING + " calls wait for this MCP server already; try again");
        }
        CompletableFuture<T> coming = new CompletableFuture<>();
        begun.accept(coming);
        Thread worker = Thread.ofVirtual().name("mcp-http").unstarted(() -> complete(coming, work));
        inFlight.put(worker, coming);
        try {
            worker.start();
            return deadline.await(coming);
        } finally {
            worker.interrupt();
            inFlight.remove(worker);
            places.release();
            if (!open) {
                retire();
            }
        }
    }

    private static <T> void complete(CompletableFuture<T> coming, Work<T> work) {
        try {
            coming.complete(work.done());
        } catch (OutboundFailure failure) {
            coming.completeExceptionally(McpFault.of(failure));
        } catch (McpFault | RuntimeException failure) {
            coming.completeExceptionally(failure);
        }
    }

    /** Tells the server that the response to a request is not awaited any more. */
    void abandon(long id) {
        running.giveUp(id);
        sendCancellation(id, McpFault.cancelled());
    }

    /** When the caller has been cancelled or has no time left, another thread notifies the server. */
    private void sendCancellation(long id, McpFault why) {
        byte[] message = McpJson.write(Message.cancellation(id, why));
        if (places.tryAcquire()) {
            Thread.ofVirtual().name("mcp-cancel").start(() -> {
                try {
                    send(message, CallDeadline.in(McpLimits.SESSION_END_TIMEOUT));
                } catch (McpFault unheard) {
                    LOG.log(Level.DEBUG, "a cancellation could not be sent: {0}", unheard.words());
                } finally {
                    places.release();
                }
            });
        }
    }

    @Override
    public void agreeOn(String protocolVersion) {
        version = Optional.of(protocolVersion);
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public boolean mayBeSilent() {
        return false;
    }

    @Override
    public boolean hasNewTools() {
        return newTools.getAndSet(false);
    }

    /** Accepts no new requests; the session ends when the last running request has ended. Does not block. */
    void retire() {
        open = false;
        followers.end(McpFault.closed());
        listener.ifPresent(Thread::interrupt);
        if (!isLeaving.get()) {
            Thread.ofVirtual().name("mcp-goodbye").start(() -> leave(CallDeadline.in(McpLimits.SESSION_END_TIMEOUT)));
        }
    }

    @Override
    public void close() {
        open = false;
        followers.end(McpFault.closed());
        listener.ifPresent(Thread::interrupt);
        inFlight.values().forEach(coming -> coming.completeExceptionally(McpFault.closed()));
        inFlight.clear();
        leave(CallDeadline.in(McpLimits.SESSION_END_TIMEOUT));
    }

    /** Notifies the server once that the session ends, when no request runs in it any more. */
    private void leave(CallDeadline deadline) {
        if (session.isEmpty() || !inFlight.isEmpty() || !isLeaving.compareAndSet(false, true)) {
            return;
        }
        Duration left = deadline.left();
        try {
            // The server's response to that makes no difference.
            way.http().send(request("DELETE", deadline).withLimits(left, McpLimits.MESSAGE_BYTES));
        } catch (OutboundFailure unheard) {
            LOG.log(Level.DEBUG, "the end of a session could not be sent: {0}", unheard.getMessage());
        }
    }
}
