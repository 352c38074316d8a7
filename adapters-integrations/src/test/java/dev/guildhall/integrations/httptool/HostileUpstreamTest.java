package dev.guildhall.integrations.httptool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.integrations.manifest.Declared;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolEndpoint;
import dev.guildhall.ports.tool.ToolInvocation;
import dev.guildhall.ports.tool.ToolOutcome;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Upstreams that are slow, endless, or close the connection early: each is an exact failure within the time limit. */
class HostileUpstreamTest {
    private static final String HEAD = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
    private static final Duration SHORT = Duration.ofMillis(300);

    @TempDir
    private Path directory;

    private final Upstream upstream = new Upstream();
    private ToolEndpoint api;

    @BeforeEach
    void declare() {
        api = Declared.api(
                directory,
                upstream.address(),
                "\"actions\": {\"post\": {\"description\": \"d\", \"method\": \"POST\", \"path\": \"/x\"}}");
    }

    @AfterEach
    void close() throws IOException {
        upstream.close();
    }

    private static ToolInvocation call() {
        return Declared.call("api.post", Map.of());
    }

    private static ToolInvocation shortCall() {
        ToolInvocation call = call();
        return new ToolInvocation(
                call.idempotencyKey(), call.caller(), call.tool(), call.arguments(), call.credential(), SHORT);
    }

    private void fails(ToolInvocation call, FailureKind kind) {
        assertThat(api.invoke(call)).isInstanceOfSatisfying(ToolOutcome.Failure.class, failure -> {
            assertThat(failure.kind()).isEqualTo(kind);
            assertThat(failure.message()).startsWith("The API: ").doesNotContain("127.0.0.1");
        });
        assertThat(upstream.seen()).hasSize(1);
    }

    @Test
    void one_that_never_answers_times_out() {
        upstream.answers((socket, seen) -> upstream.awaitTheEnd());

        fails(shortCall(), FailureKind.TIMED_OUT);
    }

    @Test
    void an_endless_body_is_too_large() {
        upstream.answers((socket, seen) -> {
            Upstream.write(socket, HEAD + "\r\n[");
            while (!socket.isClosed()) {
                Upstream.write(socket, "1,".repeat(5000));
            }
        });

        fails(call(), FailureKind.TOO_LARGE);
    }

    @Test
    void one_that_is_inside_and_not_listed_is_not_connected_to() {
        ToolEndpoint inside = Declared.api(
                directory,
                "http://127.0.0.2:"
                        + upstream.address().substring(upstream.address().lastIndexOf(':') + 1),
                "\"actions\": {\"post\": {\"description\": \"d\", \"method\": \"POST\", \"path\": \"/x\"}}");

        assertThat(inside.invoke(call())).extracting("kind").isEqualTo(FailureKind.BLOCKED);
        assertThat(upstream.seen()).isEmpty();
    }

    @Test
    void an_interrupt_ends_a_call() throws Exception {
        upstream.answers((socket, seen) -> upstream.awaitTheEnd());
        FutureTask<ToolOutcome> outcome = new FutureTask<>(() -> api.invoke(call()));
        Thread caller = Thread.ofVirtual().start(outcome);
        upstream.awaitRequest();

        caller.interrupt();

        assertThat(outcome.get()).extracting("kind").isEqualTo(FailureKind.CANCELLED);
    }
}
