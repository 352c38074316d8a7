package dev.guildhall.core.agent;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.agent.AgentEvent;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.tool.ToolSpec;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/**
 * Runs the calls that a model asked for in one round: all at once on virtual threads, results in call order, with one
 * deadline for all since all begin together. Thread-safe.
 */
public final class ToolRound {
    private static final Logger LOG = System.getLogger(ToolRound.class.getName());

    private final Ticker ticker;
    private final Toolbox toolbox;
    private final AgentLimits limits;

    public ToolRound(Ticker ticker, Toolbox toolbox, AgentLimits limits) {
        this.ticker = ticker;
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
     * @param turn gets every call that was begun with its one result, also when this throws
     * @param sink takes a start for every call, then an end for every call
     */
    List<ToolUse> run(Setting setting, List<ToolCall> calls, AgentTurn turn, Consumer<AgentEvent> sink) {
        calls.forEach(call -> sink.accept(new AgentEvent.ToolStarted(call.id(), call.tool(), parametersOf(call))));
        if (Thread.currentThread().isInterrupted()) {
            throw new Refusal(new CommonProblem.Cancelled());
        }
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        try {
            List<Future<ToolOutcome>> running = new ArrayList<>(calls.size());
            for (ToolCall call : calls) {
                boolean tooMany = running.size() >= limits.callsPerRound();
                running.add(threads.submit(() -> tooMany ? refused() : outcome(setting, call)));
            }
            threads.execute(() -> endInTime(running));
            return collect(setting, calls, running, turn, sink);
        } finally {
            threads.shutdownNow();
        }
    }

    private List<ToolUse> collect(
            Setting setting,
            List<ToolCall> calls,
            List<Future<ToolOutcome>> running,
            AgentTurn turn,
            Consumer<AgentEvent> sink) {
        List<ToolUse> uses = new ArrayList<>(calls.size());
        try {
            for (Future<ToolOutcome> call : running) {
                ToolUse use = useOf(setting, calls.get(uses.size()), await(call));
                uses.add(use);
                sink.accept(new AgentEvent.ToolFinished(use));
            }
        } finally {
            for (ToolCall call : calls.subList(uses.size(), calls.size())) {
                uses.add(useOf(setting, call, outcomeOf(running.get(uses.size()))));
            }
            turn.add(uses);
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

    private void endInTime(List<Future<ToolOutcome>> running) {
        try {
            ticker.pause(limits.toolTimeout());
            running.forEach(call -> call.cancel(true));
        } catch (InterruptedException roundIsOver) {
            Thread.currentThread().interrupt();
        }
    }

    private ToolOutcome await(Future<ToolOutcome> call) {
        try {
            return call.get();
        } catch (ExecutionException | CancellationException ended) {
            return outcomeOf(call);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        }
    }

    private ToolOutcome outcomeOf(Future<ToolOutcome> call) {
        return switch (call.state()) {
            case SUCCESS -> call.resultNow();
            case FAILED -> {
                LOG.log(Level.ERROR, "a tool ended with an error", call.exceptionNow());
                yield new ToolOutcome.Failure(FailureKind.FAILED, "the tool failed unexpectedly");
            }
            case CANCELLED ->
                new ToolOutcome.Failure(
                        FailureKind.TIMED_OUT,
                        "the tool gave no answer within " + limits.toolTimeout().toSeconds() + " s");
            case RUNNING ->
                new ToolOutcome.Failure(
                        FailureKind.CANCELLED, "the answer was broken off; whether the tool took effect is not known");
        };
    }

    private static ToolUse useOf(Setting setting, ToolCall call, ToolOutcome outcome) {
        return new ToolUse(call.id(), setting.number(), call.tool(), parametersOf(call), outcome);
    }

    private static Map<String, Object> parametersOf(ToolCall call) {
        return switch (call.arguments()) {
            case ToolArguments.Parsed(Map<String, Object> values) -> values;
            case ToolArguments.Malformed ignored -> Map.of();
        };
    }
}
