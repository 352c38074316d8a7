package dev.guildhall.http.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A call on a thread of its own: its client can lose the connection and get the answer over another one. */
final class DetachedCall {
    private final String id = UUID.randomUUID().toString();
    private final Peer peer;
    private final RpcMessage.Request request;
    private final long begun = System.nanoTime();
    private final CountDownLatch answered = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private volatile Optional<McpResponse> answer = Optional.empty();
    private volatile Optional<Thread> thread = Optional.empty();

    DetachedCall(Peer peer, RpcMessage.Request request) {
        this.peer = peer;
        this.request = request;
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
        }
    }

    /** The answer; empty when there is none within that time. */
    Optional<McpResponse> await(Duration longest) throws InterruptedException {
        return answered.await(longest.toMillis(), TimeUnit.MILLISECONDS) ? answer : Optional.empty();
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
