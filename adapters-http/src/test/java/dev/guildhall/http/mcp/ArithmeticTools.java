package dev.guildhall.http.mcp;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolInvoker;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.tool.ToolSource;
import dev.guildhall.ports.tool.ToolSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** Tools that double, fail, or wait, and two that are only listed. */
public final class ArithmeticTools implements ToolInvoker {
    /** Opens when a call is waiting. */
    final CountDownLatch waiting = new CountDownLatch(1);
    /** Ends the waiting calls with a result. */
    final CountDownLatch finish = new CountDownLatch(1);
    /** Opens when a waiting call was interrupted. */
    final CountDownLatch interrupted = new CountDownLatch(1);

    @Override
    public List<ToolSpec> tools() {
        Map<String, Object> number = Map.of(
                "type",
                "object",
                "properties",
                Map.of("n", Map.of("type", "integer")),
                "required",
                List.of("n"),
                "additionalProperties",
                false);
        Map<String, Object> nothing = Map.of("type", "object");
        return List.of(
                new ToolSpec(new ToolName("builtin.double"), "Doubles a number.", number, ToolSource.IN_PROCESS),
                new ToolSpec(new ToolName("builtin.first"), "Built in.", nothing, ToolSource.IN_PROCESS),
                new ToolSpec(new ToolName("builtin.second"), "Built in.", nothing, ToolSource.IN_PROCESS),
                new ToolSpec(new ToolName("builtin.third"), "Built in.", nothing, ToolSource.IN_PROCESS),
                new ToolSpec(new ToolName("builtin.fail"), "Fails.", nothing, ToolSource.IN_PROCESS),
                new ToolSpec(new ToolName("builtin.wait"), "Waits.", nothing, ToolSource.IN_PROCESS));
    }

    @Override
    public ToolOutcome invoke(Caller.User caller, ToolName tool, Map<String, Object> arguments) {
        return switch (tool.value()) {
            case "builtin.double" ->
                new ToolOutcome.Success(Map.of("result", 2 * Integer.parseInt(String.valueOf(arguments.get("n")))));
            case "builtin.first" -> {
                finish.countDown();
                yield new ToolOutcome.Success(Map.of());
            }
            case "builtin.third" -> new ToolOutcome.Success(Map.of("sa\u00adid", "a\u200bb"));
            case "builtin.fail" ->
                new ToolOutcome.Failure(
                        FailureKind.RATE_LIMITED, "the provider is busy", Optional.of(Duration.ofMillis(2500)));
            case "builtin.wait" -> awaitInterrupt();
            default -> throw new IllegalStateException("not offered: " + tool);
        };
    }

    private ToolOutcome awaitInterrupt() {
        waiting.countDown();
        try {
            finish.await();
            return new ToolOutcome.Success(Map.of("waited", true));
        } catch (InterruptedException expected) {
            Thread.currentThread().interrupt();
        }
        interrupted.countDown();
        return new ToolOutcome.Failure(FailureKind.CANCELLED, "interrupted");
    }
}
