package dev.guildhall.core.agent;

import dev.guildhall.core.agent.context.ToolResults;
import dev.guildhall.core.agent.context.TruncatedData;
import dev.guildhall.core.config.AgentLimits;
import dev.guildhall.core.time.Threads;
import dev.guildhall.ports.CallOrigin;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.agent.AgentEvent;
import dev.guildhall.ports.agent.AgentTrace;
import dev.guildhall.ports.agent.ToolMedia;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.completion.ContentPart;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolOutcome;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/**
 * Runs the tool calls of one round in parallel on virtual threads; the results are in call order, and all calls have
 * the same deadline.
 */
public final class ToolRound {
    private static final Logger LOG = System.getLogger(ToolRound.class.getName());

    /** A question may wait for minutes, and its call may end shortly after it. */
    private static final Duration SHORTEST_LOOK = Duration.ofSeconds(1);

    private static final ToolOutcome OMITTED = new ToolOutcome.Success(Map.of(
            "carriedOut",
            false,
            "note",
            "This is an evaluation: the call was recorded, and not carried out. Go on as if it had succeeded."));

    private final Ticker ticker;
    private final Threads factory;
    private final ToolCalls toolCalls;
    private final CallPlanner planner;
    private final AgentLimits limits;

    public ToolRound(Ticker ticker, Threads factory, ToolCalls toolCalls, CallPlanner planner, AgentLimits limits) {
        this.factory = factory;
        this.ticker = ticker;
        this.toolCalls = toolCalls;
        this.planner = planner;
        this.limits = limits;
    }

    /** A call that was made, and what of its result is more than text. */
    record Done(ToolUse use, List<ContentPart.Media> media) {}

    record Setting(
            int number,
            Caller.User caller,
            ToolOffer offer,
            Optional<CallOrigin> origin,
            CallKeys keys,
            Approving approving) {}

    private final class Running implements Callable<ToolCalls.Made> {
        private final Setting setting;
        private final PlannedCall planned;
        private final ToolCall call;
        private final TurnRecorder turn;
        private final boolean isTooMany;
        private final AgentExchange exchange;
        private final ToolCalls.Work work;
        private final Duration startedAfter;
        private final Future<ToolCalls.Made> future;
        private volatile Optional<Duration> took = Optional.empty();
        private volatile List<ToolMedia> kept = List.of();

        /** Starts the call on a thread; the idempotency keys are generated in the order of the calls. */
        Running(Setting setting, PlannedCall planned, TurnRecorder turn, ExecutorService threads, boolean isTooMany) {
            this.setting = setting;
            this.planned = planned;
            this.call = planned.call();
            this.turn = turn;
            this.isTooMany = isTooMany;
            this.exchange =
                    new AgentExchange(call, turn.questions(), setting.origin().flatMap(CallOrigin::parent));
            this.work = new ToolCalls.Work(setting.keys().task(), setting.keys().next(call), exchange);
            this.startedAfter = turn.elapsed();
            this.future = threads.submit(this);
        }

        @Override
        public ToolCalls.Made call() {
            try {
                ToolCalls.Made made = made();
                kept = turn.keep(exchange.media());
                turn.toolEnded(use(setting, planned, made.outcome(), kept));
                return made;
            } finally {
                exchange.end();
                took = Optional.of(turn.since(startedAfter));
            }
        }

        private ToolCalls.Made made() {
            if (planned.fate() instanceof PlannedCall.Refuse(String why)) {
                return ToolCalls.Made.refused(FailureKind.NOT_APPROVED, why);
            }
            if (planned.fate() instanceof PlannedCall.Omit && !isTooMany) {
                return new ToolCalls.Made(OMITTED, true);
            }
            return isTooMany
                    ? refused()
                    : toolCalls.call(setting.approving().callerOf(setting.caller()), call, setting.offer(), work);
        }

        AgentTrace.ToolCall step(int round, ToolOutcome outcome) {
            Optional<ToolOutcome.Failure> failure =
                    outcome instanceof ToolOutcome.Failure failed ? Optional.of(failed) : Optional.empty();
            return new AgentTrace.ToolCall(
                    startedAfter,
                    took.orElseGet(() -> turn.since(startedAfter)),
                    round,
                    call.id(),
                    call.tool(),
                    failure.map(ToolOutcome.Failure::message),
                    failure.map(ToolOutcome.Failure::kind),
                    parametersOf(call),
                    PromptTrace.cut(
                            ToolResults.forModel(outcome, limits.results().characters())));
        }
    }

    /**
     * Runs the calls of a model, but those that wait for their user. Results are in the order of the calls.
     *
     * @throws SuspendedException when some wait, after the others have ended
     */
    List<Done> begin(Setting setting, List<ToolCall> calls, TurnRecorder turn) {
        List<PlannedCall> planned = planner.plan(setting, calls);
        List<PlannedCall> asked = planned.stream().filter(PlannedCall::asks).toList();
        if (asked.isEmpty()) {
            return run(setting, planned, turn);
        }
        turn.add(planned.stream()
                .map(call -> use(setting, call, call.asks() ? Suspensions.WAITING : ReplyDraft.UNKNOWN, List.of()))
                .toList());
        run(setting, planned.stream().filter(call -> !call.asks()).toList(), turn);
        throw new SuspendedException(asked);
    }

    /**
     * Runs the calls. Cancels them when the client has disconnected or the thread is interrupted. Each call that has begun is
     * recorded with its result, also when this throws.
     */
    List<Done> run(Setting setting, List<PlannedCall> calls, TurnRecorder turn) {
        turn.toolsBegin(calls.stream()
                .map(call -> use(setting, call, ReplyDraft.UNKNOWN, List.of()))
                .toList());
        ExecutorService threads = factory.executor();
        List<Running> running = new ArrayList<>(calls.size());
        try {
            for (PlannedCall call : calls) {
                boolean isTooMany = running.size() >= limits.loop().callsPerRound();
                running.add(new Running(setting, call, turn, threads, isTooMany));
            }
            if (!factory.callersRun()) {
                threads.execute(() -> endInTime(running, turn));
            }
            return collect(setting, running, turn);
        } finally {
            threads.shutdownNow();
            running.forEach(call -> call.exchange.end());
        }
    }

    private static ToolUse use(Setting setting, PlannedCall planned, ToolOutcome outcome, List<ToolMedia> media) {
        ToolCall call = planned.call();
        return new ToolUse(
                call.id(), setting.number(), call.tool(), parametersOf(call), outcome, media, planned.requested());
    }

    private List<Done> collect(Setting setting, List<Running> running, TurnRecorder turn) {
        List<ToolUse> uses = new ArrayList<>(running.size());
        List<Done> done = new ArrayList<>(running.size());
        try {
            for (Running call : running) {
                ToolUse use = record(setting, call, await(call.future), turn);
                uses.add(use);
                List<ContentPart.Media> media =
                        call.future.state() == Future.State.SUCCESS ? call.exchange.media() : List.of();
                done.add(new Done(use, media));
                if (turn.isStored() && use.media().size() < media.size()) {
                    turn.notice(List.of("The pictures and sounds of " + call.call.tool()
                            + " are not stored, since there is no" + " room for them."));
                }
                // A call that timed out or failed unexpectedly has not ended there yet.
                turn.toolEnded(use);
                turn.emit(new AgentEvent.ToolFinished(
                        TruncatedData.of(use, limits.results().eventBytes())));
            }
        } finally {
            for (Running call : running.subList(uses.size(), running.size())) {
                uses.add(record(setting, call, outcomeOf(call.future), turn));
            }
            turn.add(uses);
        }
        return done;
    }

    private ToolUse record(Setting setting, Running running, ToolCalls.Made made, TurnRecorder turn) {
        ToolOutcome outcome = TruncatedData.of(made.outcome(), limits.results().bytes());
        turn.add(running.step(setting.number(), outcome));
        ToolCall call = running.call;
        if (made.executed()) {
            turn.addToolUsed(call.tool());
        }
        return use(setting, running.planned, outcome, running.kept);
    }

    /** Runs one call of no model; the first result is that of it. */
    ToolOutcome alone(Setting setting, PlannedCall call, TurnRecorder turn) {
        return run(setting, List.of(call), turn).getFirst().use().outcome();
    }

    /** Runs one call of no model, or throws {@link SuspendedException}. */
    ToolOutcome alone(Setting setting, ToolCall call, TurnRecorder turn) {
        return begin(setting, List.of(call), turn).getFirst().use().outcome();
    }

    private ToolCalls.Made refused() {
        return ToolCalls.Made.refused(
                FailureKind.FAILED,
                "too many calls at once; at most " + limits.loop().callsPerRound() + " are made");
    }

    /** The time in which calls wait for the user does not count. */
    private void endInTime(List<Running> running, TurnRecorder turn) {
        try {
            Duration granted = turn.waited();
            Duration left = limits.loop().toolTimeout();
            while (left.isPositive()) {
                ticker.pause(left.compareTo(SHORTEST_LOOK) < 0 ? SHORTEST_LOOK : left);
                Duration all = turn.waited();
                left = all.minus(granted);
                granted = all;
            }
            running.forEach(call -> call.future.cancel(true));
        } catch (InterruptedException roundIsOver) {
            Thread.currentThread().interrupt();
        }
    }

    private ToolCalls.Made await(Future<ToolCalls.Made> call) {
        try {
            return call.get();
        } catch (ExecutionException | CancellationException ended) {
            return outcomeOf(call);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        }
    }

    /** The state is read once, since the call may end at any moment. A call without success has begun. */
    private ToolCalls.Made outcomeOf(Future<ToolCalls.Made> call) {
        return switch (call.state()) {
            case SUCCESS -> call.resultNow();
            case FAILED -> {
                LOG.log(Level.ERROR, "a tool ended with an error", call.exceptionNow());
                yield failed(FailureKind.FAILED, "the tool failed unexpectedly");
            }
            case CANCELLED ->
                failed(
                        FailureKind.TIMED_OUT,
                        "the tool gave no answer within "
                                + limits.loop().toolTimeout().toSeconds() + " s");
            case RUNNING ->
                failed(FailureKind.CANCELLED, "the answer was interrupted; whether the tool took effect is not known");
        };
    }

    private static ToolCalls.Made failed(FailureKind kind, String message) {
        return new ToolCalls.Made(new ToolOutcome.Failure(kind, message), true);
    }

    private static Map<String, Object> parametersOf(ToolCall call) {
        return switch (call.arguments()) {
            case ToolArguments.Parsed(Map<String, Object> values) -> values;
            case ToolArguments.Malformed ignored -> Map.of();
        };
    }
}
