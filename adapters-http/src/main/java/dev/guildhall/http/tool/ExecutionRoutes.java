package dev.guildhall.http.tool;

import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.http.error.CodedErrorJson;
import dev.guildhall.http.error.ErrorResponse;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.execution.Executed;
import dev.guildhall.ports.execution.Execution;
import dev.guildhall.ports.execution.ExecutionContext;
import dev.guildhall.ports.execution.ExecutionRequest;
import dev.guildhall.ports.execution.ExecutionState;
import dev.guildhall.ports.execution.ToolExecutions;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolExchange;
import dev.guildhall.ports.tool.ToolId;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Executing tools over HTTP (tools-11 to tools-15). */
public final class ExecutionRoutes {
    private record CompletedJson(String executionId, String status, Object result, long durationMs) {}

    private record ContextJson(
            @Nullable String agentId, @Nullable String taskId) {}

    private record FailureJson(String kind, String message, boolean retryable) {}

    private record RecordJson(
            String executionId,
            String toolId,
            String toolName,
            String status,
            ContextJson context,
            Map<String, Object> parameters,
            String parametersDigest,
            String startedAt,
            @Nullable Long durationMs,
            @Nullable FailureJson error) {
        static RecordJson of(Execution execution) {
            return new RecordJson(
                    execution.id().value(),
                    execution.toolId().value(),
                    execution.toolName().value(),
                    execution.state().wireName(),
                    new ContextJson(
                            execution.context().agentId().orElse(null),
                            execution.context().taskId().orElse(null)),
                    execution.parameters(),
                    execution.parametersDigest(),
                    Json.timestamp(execution.startedAt()),
                    duration(execution.state()),
                    failure(execution.state()));
        }
    }

    private static @Nullable Long duration(ExecutionState state) {
        return state instanceof ExecutionState.Ended ended ? ended.duration().toMillis() : null;
    }

    private static @Nullable FailureJson failure(ExecutionState state) {
        return state instanceof ExecutionState.Ended ended && ended.outcome() instanceof ToolOutcome.Failure failure
                ? new FailureJson(
                        failure.kind().wireName(),
                        failure.message(),
                        failure.kind().isRetryable())
                : null;
    }

    static Map<String, Object> details(Execution execution, ToolOutcome.Failure failure) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("executionId", execution.id().value());
        details.put("kind", failure.kind().wireName());
        details.put("retryable", failure.kind().isRetryable());
        failure.retryAfter().ifPresent(later -> details.put("retryAfterMs", later.toMillis()));
        return details;
    }

    /** As of a tool whose scopes are known before it is called. */
    private static Map<String, Object> scopeDetails(Execution execution, ToolOutcome.Failure failure) {
        Map<String, Object> details = details(execution, failure);
        details.put(
                "missingScopes", failure.missing().stream().map(Scope::value).toList());
        String integration = execution.toolName().integration();
        details.put("integration", integration);
        details.put("connect", "/api/v1/integrations/" + integration + "/connect");
        return details;
    }

    private static final int FAILED = 500;
    private static final int FORBIDDEN = 403;

    private static final RequestReader<String> CONTEXT =
            RequestReader.text(text -> Text.requireName("context", text, 1, ExecutionContext.MAX));

    private final ToolExecutions executions;

    public ExecutionRoutes(ToolExecutions executions) {
        this.executions = executions;
    }

    public List<Route> routes() {
        return List.of(
                Route.post("/tools/{toolId}/execute", Access.BEARER, this::execute),
                Route.get("/tools/{toolId}/executions", Access.BEARER, this::list));
    }

    private void execute(Exchange exchange) {
        ToolId toolId = ToolReaders.toolId(exchange);
        ExecutionRequest request = request(exchange, toolId);
        exchange.watch().cancelWhenClientLeaves();
        Executed executed = request.idempotencyKey().isEmpty()
                ? executions.execute(exchange.caller(), request, ToolExchange.within(exchange.parentSpan()))
                : detached(exchange.caller(), request, ToolExchange.within(exchange.parentSpan()));
        if (executed.replayed()) {
            exchange.header("Idempotency-Replayed", "true");
        }
        answer(exchange, executed.execution());
    }

    /**
     * Executes on another thread: a client that sends an idempotency key asks again for the result after a lost
     * connection. So the execution continues when the client disconnects or its session ends, and only the wait for it
     * ends.
     */
    private Executed detached(Caller caller, ExecutionRequest request, ToolExchange within) {
        FutureTask<Executed> execution = new FutureTask<>(() -> executions.execute(caller, request, within));
        Thread.ofVirtual().name("execution").start(execution);
        try {
            return execution.get();
        } catch (InterruptedException left) {
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(failed);
        }
    }

    /**
     * A malformed request is reported only when the execution would not be refused for another reason (tools-11).
     */
    private ExecutionRequest request(Exchange exchange, ToolId toolId) {
        try {
            return wellFormed(exchange, toolId);
        } catch (Refusal malformed) {
            executions.check(exchange.caller(), toolId);
            throw malformed;
        }
    }

    private static ExecutionRequest wellFormed(Exchange exchange, ToolId toolId) {
        Optional<IdempotencyKey> key = exchange.idempotencyKey();
        JsonBody body = exchange.body();
        Supplier<Map<String, Object>> parameters = body.optional("parameters", RequestReader.dataObject(), Map.of());
        Supplier<ExecutionContext> context =
                body.optional("context", RequestReader.object(ExecutionRoutes::context), ExecutionContext.none());
        body.check();
        return new ExecutionRequest(toolId, parameters.get(), context.get(), key);
    }

    private static ExecutionContext context(JsonBody body) {
        Supplier<Optional<String>> agentId = body.optional("agentId", CONTEXT);
        Supplier<Optional<String>> taskId = body.optional("taskId", CONTEXT);
        body.check();
        return new ExecutionContext(agentId.get(), taskId.get());
    }

    private static void answer(Exchange exchange, Execution execution) {
        switch (execution.state()) {
            case ExecutionState.Ended(ToolOutcome.Success(Object result), Duration duration) ->
                exchange.json(
                        200,
                        new CompletedJson(
                                execution.id().value(), execution.state().wireName(), result, duration.toMillis()));
            case ExecutionState.Ended(ToolOutcome.Failure failure, Duration duration)
            when failure.kind() == FailureKind.INSUFFICIENT_SCOPES ->
                exchange.json(
                        FORBIDDEN,
                        CodedErrorJson.of(new ErrorResponse(
                                FORBIDDEN,
                                "INSUFFICIENT_SCOPES",
                                failure.message(),
                                Optional.empty(),
                                scopeDetails(execution, failure))));
            case ExecutionState.Ended(ToolOutcome.Failure failure, Duration duration) ->
                exchange.json(
                        FAILED,
                        CodedErrorJson.of(new ErrorResponse(
                                FAILED,
                                "EXECUTION_FAILED",
                                failure.message(),
                                Optional.empty(),
                                details(execution, failure))));
            case ExecutionState.Running running ->
                throw new IllegalStateException("answered before its end: " + execution.id());
        }
    }

    private void list(Exchange exchange) {
        ToolId toolId = ToolReaders.toolId(exchange);
        exchange.json(
                200,
                Json.page(
                        "executions",
                        executions.ofTool(exchange.caller(), toolId, exchange.page("exec")),
                        RecordJson::of));
    }
}
