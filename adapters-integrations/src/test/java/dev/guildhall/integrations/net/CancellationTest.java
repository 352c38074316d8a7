package dev.guildhall.integrations.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.tool.FailureKind;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A cancelled request ends. The time limits of the requests are so long that only an interrupt ends them. */
class CancellationTest {
    private static final Duration LONG = Duration.ofHours(1);

    private final OutboundHttp http = Outside.open();

    @Test
    void interrupt_ends_the_wait_for_an_answer() throws Exception {
        try (RawServer server = new RawServer((_, _, _) -> new CountDownLatch(1).await())) {
            assertCancelled(request -> http.send(request), server);
            assertCancelled(request -> http.open(request).close(), server);
        }
    }

    @Test
    void interrupt_ends_the_wait_for_a_body() throws Exception {
        try (RawServer server = new RawServer((socket, _, _) -> {
            RawServer.write(socket, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf");
            new CountDownLatch(1).await();
        })) {
            assertCancelled(request -> http.send(request), server);
        }
    }

    @Test
    void interrupt_ends_the_wait_for_a_name() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        NameLookup silent = _ -> {
            asked.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException interrupted) {
                throw new java.net.UnknownHostException();
            }
            throw new AssertionError("cannot come here");
        };
        OutboundHttp http = new OutboundHttp(
                EgressRules.OUTSIDE_ONLY, silent, new Outside.Waits(), InstantSource.fixed(Outside.NOW));

        for (boolean virtual : new boolean[] {true, false}) {
            Call call = Call.start(virtual, () -> http.send(request("http://name.example")));
            asked.await();
            call.thread.interrupt();

            assertThat(call.ended.get()).isEqualTo(FailureKind.CANCELLED);
        }
    }

    @Test
    void interrupt_ends_the_wait_before_a_retry() throws Exception {
        CountDownLatch waiting = new CountDownLatch(1);
        OutboundHttp http = Outside.http("127.0.0.1", _ -> {
            waiting.countDown();
            new CountDownLatch(1).await();
        });
        try (RawServer server = RawServer.saying("HTTP/1.1 503 Later", "Content-Length: 0", "", "")) {
            Call call =
                    Call.start(true, () -> http.send(request(server.address()).asIdempotent()));
            waiting.await();
            call.thread.interrupt();

            assertThat(call.ended.get()).isEqualTo(FailureKind.CANCELLED);
        }
    }

    @Test
    void interrupt_ends_the_read_of_a_stream_on_a_virtual_thread() throws Exception {
        CountDownLatch reading = new CountDownLatch(1);
        try (RawServer server = halfAStream()) {
            Call call = Call.start(true, () -> {
                try (OutboundStream stream = http.open(request(server.address()))) {
                    stream.body().readNBytes(4);
                    reading.countDown();
                    stream.body().readAllBytes();
                } catch (IOException failed) {
                    throw new AssertionError(failed);
                }
            });
            reading.await();
            call.thread.interrupt();

            assertThat(call.ended.get()).isEqualTo(FailureKind.CANCELLED);
        }
    }

    @Test
    void closing_a_stream_ends_its_read() throws Exception {
        CountDownLatch reading = new CountDownLatch(1);
        try (RawServer server = halfAStream()) {
            OutboundStream stream = http.open(request(server.address()));
            Call call = Call.start(false, () -> {
                try {
                    stream.body().readNBytes(4);
                    reading.countDown();
                    stream.body().readAllBytes();
                } catch (IOException failed) {
                    throw new AssertionError(failed);
                }
            });
            reading.await();
            stream.close();

            assertThat(call.ended.get()).isEqualTo(FailureKind.CANCELLED);
        }
    }

    @Test
    void stream_ends_with_its_time() throws IOException {
        try (RawServer server = halfAStream();
                OutboundStream stream = http.open(request(server.address()).withLimits(Duration.ofMillis(300), 1000))) {
            assertThat(Call.kindOf(() -> {
                        try {
                            stream.body().readAllBytes();
                        } catch (IOException failed) {
                            throw new AssertionError(failed);
                        }
                    }))
                    .isEqualTo(FailureKind.TIMED_OUT);
        }
    }

    @Test
    void an_interrupted_caller_sends_no_request() throws IOException {
        try (RawServer server = RawServer.saying("HTTP/1.1 200 OK", "Content-Length: 0", "", "")) {
            Thread.currentThread().interrupt();

            FailureKind kind = Call.kindOf(() -> http.send(request(server.address())));
            boolean stillInterrupted = Thread.interrupted();

            assertThat(kind).isEqualTo(FailureKind.CANCELLED);
            assertThat(stillInterrupted).isTrue();
            assertThat(server.connections()).isZero();
        }
    }

    private static RawServer halfAStream() {
        return new RawServer((socket, _, _) -> {
            RawServer.write(socket, "HTTP/1.1 200 OK\r\n\r\nhalf");
            new CountDownLatch(1).await();
        });
    }

    private static OutboundRequest request(String url) {
        return Outside.get(url).withLimits(LONG, 1000);
    }

    private static void assertCancelled(Consumer<OutboundRequest> way, RawServer server) throws Exception {
        for (boolean virtual : new boolean[] {true, false}) {
            Call call = Call.start(virtual, () -> way.accept(request(server.address())));
            server.awaitRequest();
            call.thread.interrupt();

            assertThat(call.ended.get()).isEqualTo(FailureKind.CANCELLED);
        }
    }

    /** A call on a thread of its own, and how it ends. */
    private record Call(Thread thread, CompletableFuture<FailureKind> ended) {
        static Call start(boolean virtual, Runnable work) {
            CompletableFuture<FailureKind> ended = new CompletableFuture<>();
            Thread.Builder builder =
                    virtual ? Thread.ofVirtual() : Thread.ofPlatform().daemon();
            Thread thread = builder.start(() -> {
                try {
                    ended.complete(kindOf(work));
                } catch (RuntimeException | AssertionError unexpected) {
                    ended.completeExceptionally(unexpected);
                }
            });
            return new Call(thread, ended);
        }

        static FailureKind kindOf(Runnable work) {
            try {
                work.run();
            } catch (OutboundFailure failure) {
                return failure.kind();
            }
            throw new AssertionError("it did not fail");
        }
    }
}
