package dev.guildhall.testkit;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.execution.Execution;
import dev.guildhall.ports.execution.ExecutionContext;
import dev.guildhall.ports.execution.ExecutionId;
import dev.guildhall.ports.execution.ExecutionState;
import dev.guildhall.ports.tool.ToolId;
import dev.guildhall.ports.tool.ToolName;
import java.time.Instant;
import java.util.Map;

/** Builds a running {@link Execution}. Not thread-safe. */
public final class SampleExecution {
    private final UserId userId;
    private ToolId toolId = new ToolId(Sample.id("tool"));
    private ExecutionContext context = ExecutionContext.none();
    private Map<String, Object> parameters = Map.of("text", "hello");
    private Instant startedAt = Sample.NOW;

    SampleExecution(UserId userId) {
        this.userId = userId;
    }

    public SampleExecution of(ToolId tool) {
        toolId = tool;
        return this;
    }

    public SampleExecution context(ExecutionContext one) {
        context = one;
        return this;
    }

    public SampleExecution parameters(Map<String, Object> ones) {
        parameters = ones;
        return this;
    }

    public SampleExecution startedAt(Instant moment) {
        startedAt = moment;
        return this;
    }

    public Execution build() {
        return new Execution(
                new ExecutionId(Sample.id("exec")),
                toolId,
                new ToolName("sample.act"),
                userId,
                context,
                parameters,
                "0".repeat(64),
                startedAt,
                new ExecutionState.Running());
    }
}
