package dev.guildhall.http;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolInvoker;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.tool.ToolSource;
import dev.guildhall.ports.tool.ToolSpec;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;

/** A tool that works until the test releases it or the call is cancelled. */
public final class SlowTool implements ToolInvoker {
    public static final ToolName NAME = new ToolName("slow.work");

    public final Semaphore entered = new Semaphore(0);
    public final Semaphore permits = new Semaphore(0);
    public final BlockingQueue<String> ended = new LinkedBlockingQueue<>();

    @Override
    public List<ToolSpec> tools() {
        Map<String, Object> schema = Map.of("type", "object", "properties", Map.of());
        return List.of(new ToolSpec(NAME, "Works slowly", schema, ToolSource.IN_PROCESS));
    }

    @Override
    public ToolOutcome invoke(Caller.User caller, ToolName tool, Map<String, Object> arguments) {
        entered.release();
        try {
            permits.acquire();
            ended.add("completed");
            return new ToolOutcome.Success(Map.of());
        } catch (InterruptedException cancelled) {
            ended.add("cancelled");
            return new ToolOutcome.Failure(FailureKind.CANCELLED, "the call was cancelled");
        }
    }
}
