package dev.guildhall.core.agent;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolInvoker;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.tool.ToolSource;
import dev.guildhall.ports.tool.ToolSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** Tools that do what a test says. Thread-safe once all are added. */
public final class FakeTools implements ToolInvoker {
    private record Tool(ToolSpec spec, Function<Map<String, Object>, ToolOutcome> work) {}

    private final Map<ToolName, Tool> tools = new LinkedHashMap<>();
    private final AtomicInteger invocations = new AtomicInteger();

    public FakeTools add(String name, Function<Map<String, Object>, ToolOutcome> work) {
        return add(name, Map.of("type", "object"), work);
    }

    public FakeTools add(String name, Map<String, Object> schema, Function<Map<String, Object>, ToolOutcome> work) {
        ToolSpec spec = new ToolSpec(new ToolName(name), "does " + name, schema, ToolSource.IN_PROCESS);
        tools.put(spec.name(), new Tool(spec, work));
        return this;
    }

    /** A tool that answers with its own arguments. */
    FakeTools addEcho(String name) {
        return add(name, ToolOutcome.Success::new);
    }

    /** A tool that never answers; the latches tell when it has begun and when it was interrupted. */
    FakeTools addEndless(String name, CountDownLatch begun, CountDownLatch interrupted) {
        return add(name, arguments -> {
            try {
                begun.countDown();
                new CountDownLatch(1).await();
            } catch (InterruptedException stopped) {
                interrupted.countDown();
            }
            return new ToolOutcome.Failure(FailureKind.CANCELLED, "interrupted");
        });
    }

    int invocations() {
        return invocations.get();
    }

    @Override
    public List<ToolSpec> tools() {
        return tools.values().stream().map(Tool::spec).toList();
    }

    @Override
    public ToolOutcome invoke(Caller.User caller, ToolName tool, Map<String, Object> arguments) {
        invocations.incrementAndGet();
        Tool known = tools.get(tool);
        return known == null
                ? new ToolOutcome.Failure(FailureKind.UNKNOWN_TOOL, "no such tool")
                : known.work().apply(arguments);
    }
}
