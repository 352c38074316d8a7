package dev.guildhall.core.agent;

import dev.guildhall.core.account.AccountRoles;
import dev.guildhall.core.telemetry.FailureLog;
import dev.guildhall.core.telemetry.Tracing;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.JsonData;
import dev.guildhall.ports.SpanContext;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.execution.Execution;
import dev.guildhall.ports.execution.ExecutionContext;
import dev.guildhall.ports.execution.ExecutionRequest;
import dev.guildhall.ports.execution.ExecutionState;
import dev.guildhall.ports.execution.ToolExecutions;
import dev.guildhall.ports.problem.AgentProblem;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.telemetry.CallMeter;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.SchemaValidator;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolExchange;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.tool.ToolSpec;
import dev.guildhall.ports.tool.WireNames;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Makes single calls: every fault, also of the arguments that the model wrote, becomes an outcome that the model can
 * act on.
 */
public final class ToolCalls {
    private static final FailureLog LOG = new FailureLog(ToolCalls.class);
    private static final Optional<String> AGENT = Optional.of("agent");

    private final ToolExecutions executions;
    private final SchemaValidator validator;
    private final AccountRoles roles;
    private final InstantSource clock;
    private final Tracing tracing;

    /** The account's roles are resolved at each call, since an answer or a task can run for hours. */
    public ToolCalls(
            ToolExecutions executions,
            SchemaValidator validator,
            AccountRoles roles,
            InstantSource clock,
            Tracing tracing) {
        this.executions = executions;
        this.validator = validator;
        this.roles = roles;
        this.clock = clock;
        this.tracing = tracing;
    }

    /** The outcome of a call, and whether the tool exists and received the arguments. */
    record Made(ToolOutcome outcome, boolean executed) {
        static Made refused(FailureKind kind, String why) {
            return new Made(new ToolOutcome.Failure(kind, why), false);
        }
    }

    /** The task of a call, absent outside of tasks; without a key the execution generates one; and the span around it. */
    record Work(Optional<TaskId> task, Optional<IdempotencyKey> key, Optional<SpanContext> around) {}

    /** Makes a call; never throws because of the tool or of the model's arguments. */
    Made call(Caller.User caller, ToolCall call, ToolOffer offer, Work work) {
        Optional<UsableTool> tool = offer.tools().find(call.tool());
        if (tool.isEmpty()) {
            String fault = call.tool().equals(WireNames.UNNAMED)
                    ? "the call does not name a tool"
                    : "there is no tool " + call.tool();
            return Made.refused(FailureKind.UNKNOWN_TOOL, fault + "; there are: " + offer.names());
        }
        if (!offer.tools().isEnabled(call.tool())) {
            return Made.refused(FailureKind.DISABLED, new AgentProblem.ToolDisabled(call.tool()).message());
        }
        return switch (call.arguments()) {
            case ToolArguments.Malformed malformed -> Made.refused(FailureKind.INVALID_ARGUMENTS, malformed.fault());
            case ToolArguments.Parsed(Map<String, Object> values) -> counted(caller, tool.get(), values, work);
        };
    }

    /** An execution in the registry is counted there. */
    private Made counted(Caller.User caller, UsableTool tool, Map<String, Object> arguments, Work work) {
        Instant began = clock.instant();
        Made made = guarded(caller, tool, arguments, work);
        if (made.executed() && tool instanceof UsableTool.BuiltIn own) {
            Optional<String> name = Optional.of(own.spec().name().value());
            tracing.executed(CallMeter.Execution.of(name, Duration.between(began, clock.instant()), made.outcome()));
        }
        return made;
    }

    private Made guarded(Caller.User begun, UsableTool tool, Map<String, Object> arguments, Work work) {
        try {
            Caller.User caller = roles.current(begun);
            return switch (tool) {
                case UsableTool.BuiltIn own -> builtIn(caller, own, arguments, work);
                case UsableTool.Registered(Tool registered) ->
                    new Made(executed(caller, registered, arguments, work), true);
            };
        } catch (Refusal refused) {
            return new Made(RefusedCalls.outcomeOf(refused), tool instanceof UsableTool.BuiltIn);
        } catch (RuntimeException bug) {
            LOG.failed("tool " + tool.spec().name(), bug);
            return new Made(new ToolOutcome.Failure(FailureKind.FAILED, "the tool failed unexpectedly"), true);
        }
    }

    private Made builtIn(Caller.User caller, UsableTool.BuiltIn tool, Map<String, Object> arguments, Work work) {
        ToolSpec spec = tool.spec();
        if (validator.violations(spec.parameters(), arguments).isEmpty()) {
            return new Made(checked(tool.owner().invoke(caller, spec.name(), arguments, work.key())), true);
        }
        Map<String, Object> coerced = ArgumentCoercion.of(spec.parameters(), arguments);
        List<Violation> violations = validator.violations(spec.parameters(), coerced);
        return violations.isEmpty()
                ? new Made(checked(tool.owner().invoke(caller, spec.name(), coerced, work.key())), true)
                : Made.refused(
                        FailureKind.INVALID_ARGUMENTS,
                        violations.stream().map(Violation::toString).collect(Collectors.joining("; ")));
    }

    /** The code of a tool is not ours: it may return nothing, or what JSON cannot say. */
    private static ToolOutcome checked(ToolOutcome outcome) {
        return switch (outcome) {
            case null -> new ToolOutcome.Failure(FailureKind.INVALID_RESPONSE, "the tool returned no result");
            case ToolOutcome.Failure failure -> failure;
            case ToolOutcome.Success success ->
                JsonData.fault("result", success.data())
                        .<ToolOutcome>map(fault -> new ToolOutcome.Failure(FailureKind.INVALID_RESPONSE, fault))
                        .orElseGet(() -> new ToolOutcome.Success(JsonData.repaired(success.data())));
        };
    }

    /** Invalid arguments are refused before the tool runs, so the call can be repeated with corrected ones. */
    private ToolOutcome executed(Caller.User caller, Tool tool, Map<String, Object> arguments, Work work) {
        try {
            return execute(caller, tool, arguments, work);
        } catch (Refusal refused) {
            Map<String, Object> coerced =
                    ArgumentCoercion.of(tool.definition().parameters().inputSchema(), arguments);
            if (refused.problem() instanceof CommonProblem.Invalid && !coerced.equals(arguments)) {
                return execute(caller, tool, coerced, work);
            }
            throw refused;
        }
    }

    private ToolOutcome execute(Caller.User caller, Tool tool, Map<String, Object> arguments, Work work) {
        ExecutionContext context = new ExecutionContext(AGENT, work.task().map(TaskId::value));
        ExecutionRequest request = new ExecutionRequest(tool.id(), arguments, context, Optional.empty(), work.key());
        Execution execution = executions
                .execute(caller, request, ToolExchange.within(work.around()))
                .execution();
        return switch (execution.state()) {
            case ExecutionState.Ended ended -> ended.outcome();
            case ExecutionState.Running running ->
                throw new IllegalStateException("answered before its end: " + execution.id());
        };
    }
}
