package dev.guildhall.http.mcp;

import dev.guildhall.ports.tool.ServerReply;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;

/** A call of the newer era on a thread of its own, and what it sends before its end. It ends with its connection. */
final class LiveCall implements ClientChannel {
    /** The most messages that wait; later ones are dropped. */
    private static final int MAX_WAITING = 256;

    private final BlockingQueue<Optional<String>> messages = new LinkedBlockingQueue<>();
    private final Thread thread;
    private volatile Optional<Object> result = Optional.empty();
    private volatile RuntimeException failure = new IllegalStateException("the call has ended without a result");

    LiveCall(Function<ClientChannel, Object> work) {
        thread = Thread.ofVirtual().name("mcp-live").unstarted(() -> run(work));
    }

    void begin() {
        thread.start();
    }

    private void run(Function<ClientChannel, Object> work) {
        try {
            result = Optional.of(work.apply(this));
        } catch (RuntimeException failed) {
            failure = failed;
        } finally {
            messages.add(Optional.empty());
        }
    }

    @Override
    public void send(String method, Map<String, Object> params) {
        if (messages.size() < MAX_WAITING) {
            messages.add(Optional.of(RpcJson.notification(method, params)));
        }
    }

    @Override
    public Optional<ServerReply> ask(String method, Map<String, Object> params) {
        return Optional.empty();
    }

    /** The next message; empty when the call has ended. */
    Optional<String> next() throws InterruptedException {
        return messages.take();
    }

    /** The result of a call that has ended; throws what the call threw. */
    Object result() {
        return result.orElseThrow(() -> failure);
    }

    /** Has no effect when the call has ended. */
    void cancel() {
        thread.interrupt();
    }
}
