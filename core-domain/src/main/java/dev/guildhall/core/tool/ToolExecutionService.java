package dev.guildhall.core.tool;

import dev.guildhall.core.json.JsonDigest;
import dev.guildhall.core.time.Threads;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.connection.Connection;
import dev.guildhall.ports.execution.Executed;
import dev.guildhall.ports.execution.Execution;
import dev.guildhall.ports.execution.ExecutionId;
import dev.guildhall.ports.execution.ExecutionRequest;
import dev.guildhall.ports.execution.ExecutionState;
import dev.guildhall.ports.execution.ToolExecutions;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.telemetry.CallMeter;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolExchange;
import dev.guildhall.ports.tool.ToolId;
import dev.guildhall.ports.tool.ToolInvocation;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.tool.Visibility;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Executes tools: checks, writes the intent, calls outside of any transaction, writes the outcome. */
public final class ToolExecutionService implements ToolExecutions {
    private static final Logger LOG = System.getLogger(ToolExecutionService.class.getName());

    private final ToolParts parts;
    private final ToolVisibility toolVisibility;
    private final ExecutionChecks checks;
    private final ToolAttempt runs;
    private final ExecutionJournal journal;
    private final ModelSampling sampling;

    ToolExecutionService(
            ToolParts parts,
            ToolVisibility toolVisibility,
            ExecutionChecks checks,
            ToolAttempt runs,
            ExecutionJournal journal,
            ModelSampling sampling) {
        this.parts = parts;
        this.toolVisibility = toolVisibility;
        this.checks = checks;
        this.runs = runs;
        this.journal = journal;
        this.sampling = sampling;
    }

    @Override
    @SuppressWarnings("try") // The work is only held.
    public Executed execute(Caller caller, ExecutionRequest request, ToolExchange exchange) {
        try (Threads.Work work = parts.threads().begin()) {
            return execute(caller.requireUser(), request, exchange);
        }
    }

    private Executed execute(Caller.User user, ExecutionRequest request, ToolExchange exchange) {
        Tool tool = executable(user, request.toolId());
        Execution wanted = wanted(user, tool, request);
        Optional<Executed> earlier = journal.claim(request, wanted);
        if (earlier.isPresent()) {
            return earlier.get();
        }
        ExecutionChecks.Cleared cleared = begun(user, tool, request, wanted);
        try {
            Execution done = run(new Call(user, wanted, request, exchange), cleared);
            count(tool, done);
            return new Executed(done, false);
        } finally {
            runs.leave();
        }
    }

    /** A refusal releases the request's key. After this the key is kept, since the tool may have taken effect. */
    private ExecutionChecks.Cleared begun(Caller.User user, Tool tool, ExecutionRequest request, Execution wanted) {
        try {
            ExecutionChecks.Cleared cleared = checks.clear(user, tool, request.parameters());
            runs.enter(() -> journal.begin(request, wanted));
            return cleared;
        } catch (Refusal refused) {
            journal.release(request, wanted);
            throw refused;
        }
    }

    @Override
    public void check(Caller caller, ToolId toolId) {
        Caller.User user = caller.requireUser();
        checks.permit(user, executable(user, toolId));
    }

    private Tool executable(Caller.User user, ToolId toolId) {
        Tool tool = toolVisibility.executable(user, toolId);
        String name = tool.definition().name().value();
        if (!user.mayUse(name)) {
            throw new Refusal(new CommonProblem.Forbidden("the caller may not use the tool " + name));
        }
        return tool;
    }

    private record Call(Caller.User user, Execution wanted, ExecutionRequest request, ToolExchange exchange) {}

    private Execution run(Call call, ExecutionChecks.Cleared cleared) {
        Execution wanted = call.wanted();
        IdempotencyKey key = call.request()
                .outwardKey()
                .orElseGet(() -> new IdempotencyKey(wanted.id().value()));
        ToolExchange sampled = SampledExchange.of(
                call.exchange(), sampling, call.user(), cleared.endpoint().integration());
        MeasuredExchange exchange = new MeasuredExchange(sampled, parts.clock());
        ToolOutcome outcome = runs.run(
                cleared,
                connection -> new ToolInvocation(
                        key,
                        call.user(),
                        wanted.toolName(),
                        cleared.arguments(),
                        connection.map(Connection::credential),
                        parts.limits().executionTimeout(),
                        exchange),
                exchange::waited);
        Duration duration = Duration.between(wanted.startedAt(), parts.clock().instant());
        ExecutionState.Ended ended =
                new ExecutionState.Ended(outcome, duration.isNegative() ? Duration.ZERO : duration);
        Execution done = wanted.with(ended);
        record(call.request(), done, ended);
        return done;
    }

    private void count(Tool tool, Execution done) {
        Optional<String> name =
                Optional.of(tool.definition().name().value()).filter(ignored -> tool.visibility() == Visibility.SHARED);
        if (done.state() instanceof ExecutionState.Ended(ToolOutcome outcome, Duration duration)) {
            parts.tracing().executed(CallMeter.Execution.of(name, duration, outcome));
        }
    }

    /**
     * The result is returned also when it cannot be recorded, since an agent or a task would otherwise repeat the call.
     * With a key, the result has to be stored before it is returned.
     */
    private void record(ExecutionRequest request, Execution done, ExecutionState.Ended ended) {
        try {
            journal.end(request, done, ended);
        } catch (RuntimeException outage) {
            if (request.idempotencyKey().isPresent()) {
                throw outage;
            }
            LOG.log(Level.WARNING, "execution {0} is answered before its end is recorded: {1}", done.id(), outage);
        }
    }

    private Execution wanted(Caller.User user, Tool tool, ExecutionRequest request) {
        Map<String, Object> parameters = request.parameters();
        return new Execution(
                new ExecutionId(parts.ids().next("exec")),
                tool.id(),
                tool.definition().name(),
                user.userId(),
                request.context(),
                Redaction.of(parameters),
                JsonDigest.of(parameters),
                parts.clock().instant(),
                new ExecutionState.Running());
    }

    @Override
    public Page<Execution> ofTool(Caller caller, ToolId toolId, PageRequest page) {
        Caller.User user = caller.requireUser();
        toolVisibility.seen(user, toolId);
        return journal.ofTool(toolId, user.userId(), page);
    }
}
