package dev.guildhall.testkit.contract.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolEndpoint;
import dev.guildhall.ports.tool.ToolInvocation;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolOutcome;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every {@link ToolEndpoint} does whose tools run in an outside system. */
public interface RemoteToolEndpointContract extends ToolEndpointContract {
    /** A tool of {@link #endpoint()} that takes no arguments and never answers. */
    ToolName silentTool();

    /** Blocks until a call of {@link #silentTool()} has reached the other side. */
    void awaitSilentCall() throws Exception;

    /** A thread of either kind. */
    static Stream<Thread.Builder> threads() {
        return Stream.of(Thread.ofVirtual(), Thread.ofPlatform());
    }

    @Test
    default void silence_is_a_timeout() {
        assertThat(endpoint().invoke(call(silentTool(), Map.of(), Duration.ofSeconds(2))))
                .isInstanceOfSatisfying(
                        ToolOutcome.Failure.class,
                        failure -> assertThat(failure.kind()).isEqualTo(FailureKind.TIMED_OUT));
    }

    @ParameterizedTest
    @MethodSource("dev.guildhall.testkit.contract.tool.RemoteToolEndpointContract#threads")
    default void caller_that_is_interrupted_during_the_call_gets_a_cancelled_failure(Thread.Builder kind)
            throws Exception {
        ToolInvocation invocation = call(silentTool(), Map.of(), PATIENCE);
        FutureTask<ToolOutcome> outcome = new FutureTask<>(() -> endpoint().invoke(invocation));
        Thread caller = kind.start(outcome);
        awaitSilentCall();

        caller.interrupt();

        assertThat(outcome.get(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .isInstanceOfSatisfying(
                        ToolOutcome.Failure.class,
                        failure -> assertThat(failure.kind()).isEqualTo(FailureKind.CANCELLED));
    }
}
