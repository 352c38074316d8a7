package dev.guildhall.core.agent;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.agent.AgentEvent;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.tool.ToolSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Runs the calls that a model asked for in one round: all at once on virtual threads, results in call order, each with its
 * own time. Thread-safe.
 */
public final class ToolRound {
    private final InstantSource clock;
    private final Toolbox toolbox;
    private final AgentLimits limits;

    public ToolRound(InstantSource clock, Toolbox toolbox, AgentLimits limits) {
        this.clock = clock;
        this.toolbox = toolbox;
        this.limits = limits;
    }

    /**
     * What a round works with.
     *
     * @param number of the round, 1 or more
     * @param caller on whose behalf
     * @param offered the tools that the model may call
     */
    record Setting(int number, Caller.User caller, List<ToolSpec> offered) {}

    /**
     * Runs the calls; what has begun is ended when the sink throws or the thread is interrupted.
     *
     * @param sink takes a start for every call, then an end for every call
     */
    List<ToolUse> run(Setting setting, List<ToolCall> calls, Consumer<AgentEvent> sink) {
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        try {
            calls.forEach(call -> sink.accept(new AgentEvent.ToolStarted(call.id(), call.tool(), parametersOf(call))));
            List<Future<ToolOutcome>> running = new ArrayList<>(calls.size());
            for (int i = 0; i < calls.size(); i++) {
                ToolCall call = calls.get(i);
                boolean tooMany = i >= limits.callsPerRound();
                running.add(threads.submit(() -> tooMany ? refused() : outcome(setting, call)));
            }
            return collect(setting, calls, running, sink);
        } finally {
            threads.shutdownNow();
        }
    }

    private List<ToolUse> collect(
            Setting setting, List<ToolCall> calls, List<Future<ToolOutcome>> running, Consumer<AgentEvent> sink) {
        Instant deadline = clock.instant().plus(limits.toolTimeout());
        List<ToolUse> uses = new ArrayList<>(calls.size());
        for (int i = 0; i < calls.size(); i++) {
            ToolCall call = calls.get(i);
            ToolOutcome outcome = await(running.get(i), deadline);
            ToolUse use = new ToolUse(call.id(), setting.number(), call.tool(), parametersOf(call), outcome);
            uses.add(use);
            sink.accept(new AgentEvent.ToolFinished(use));
        }
        return uses;
    }

    private ToolOutcome outcome(Setting setting, ToolCall call) {
        return toolbox.call(setting.caller(), call, setting.offered());
    }

    private ToolOutcome refused() {
        return new ToolOutcome.Failure(
                FailureKind.FAILED, "too many calls at once; at most " + limits.callsPerRound() + " are made");
    }

    private ToolOutcome await(Future<ToolOutcome> call, Instant deadline) {
        try {
            return call.get(Duration.between(clock.instant(), deadline).toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException late) {
            call.cancel(true);
            return new ToolOutcome.Failure(
                    FailureKind.TIMED_OUT,
                    "the tool gave no answer within " + limits.toolTimeout().toSeconds() + " s");
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        } catch (ExecutionException bug) {
            throw new IllegalStateException("the toolbox throws nothing", bug);
        }
    }

    private static Map<String, Object> parametersOf(ToolCall call) {
        return switch (call.arguments()) {
            case ToolArguments.Parsed(Map<String, Object> values) -> values;
            case ToolArguments.Malformed ignored -> Map.of();
        };
    }
}
