package dev.guildhall.http.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.tool.ServerReply;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A call on a thread of its own: its client can lose the connection and get the answer over another one. What is sent
 * before the answer waits until the client reads it.
 */
final class DetachedCall implements ClientChannel {
    /** The most messages that wait; later notifications are dropped. */
    static final int MAX_WAITING = 256;

    private final String id = UUID.randomUUID().toString();
    private final Peer peer;
    private final RpcMessage.Request request;
    private final long begun = System.nanoTime();
    private final CountDownLatch answered = new CountDownLatch(1);
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private final AnsweredQuestions questions;
    private final CountDownLatch released = new CountDownLatch(1);
    private volatile Optional<McpResponse> answer = Optional.empty();
    private final boolean passedOn;
    private volatile Optional<Thread> thread = Optional.empty();

    /** @param passedOn whether an imported server runs it */
    DetachedCall(Peer peer, RpcMessage.Request request, boolean passedOn, AnsweredQuestions questions) {
        this.peer = peer;
        this.request = request;
        this.passedOn = passedOn;
        this.questions = questions;
    }

    /** What a client receives of a call, in this order: messages, and then the answer. */
    sealed interface Event {
        /** @param text one line of JSON */
        record Message(String text) implements Event {}

        record Answered() implements Event {}
    }

    @Override
    public void send(String method, Map<String, Object> params) {
        if (events.size() < MAX_WAITING) {
            events.add(new Event.Message(RpcJson.notification(method, params)));
        }
    }

    @Override
    public Optional<ServerReply> ask(String method, Map<String, Object> params) {
        return Optional.of(questions.ask(peer, method, params, message -> events.add(new Event.Message(message))));
    }

    /** The next event; empty when there is none within that time. */
    Optional<Event> next(Duration longest) throws InterruptedException {
        return Optional.ofNullable(events.poll(longest.toMillis(), TimeUnit.MILLISECONDS));
    }

    String id() {
        return id;
    }

    Peer peer() {
        return peer;
    }

    JsonNode requestId() {
        return request.id();
    }

    /** The token with which the client asks for progress notifications; empty when it does not. */
    Optional<JsonNode> progressToken() {
        return request.progressToken();
    }

    /** Whether an imported server runs it, which sends its own progress. */
    boolean isPassedOn() {
        return passedOn;
    }

    EventId eventId(boolean isAnswer) {
        return new EventId(id, isAnswer, request.id());
    }

    void begin(Runnable work) {
        Thread worker = Thread.ofVirtual().name("mcp-call").unstarted(work);
        thread = Optional.of(worker);
        worker.start();
    }

    /** Has no effect when there is an answer already. */
    void answer(McpResponse given) {
        if (answer.isEmpty()) {
            answer = Optional.of(given);
            answered.countDown();
            events.add(new Event.Answered());
        }
    }

    /** The answer; empty when there is none yet. */
    Optional<McpResponse> answer() {
        return answered.getCount() == 0 ? answer : Optional.empty();
    }

    Duration age() {
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    /** Keeps the answer for that time, or until it is released. */
    void keep(Duration longest) throws InterruptedException {
        released.await(longest.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** The client has the answer, or has lost its right to it. */
    void release() {
        released.countDown();
    }

    boolean isReleased() {
        return released.getCount() == 0;
    }

    void cancel() {
        release();
        thread.ifPresent(Thread::interrupt);
    }
}
