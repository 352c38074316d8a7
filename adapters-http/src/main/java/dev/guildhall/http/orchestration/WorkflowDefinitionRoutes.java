package dev.guildhall.http.orchestration;

import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.ports.Change;
import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.task.StartTime;
import dev.guildhall.ports.workflow.StepSpec;
import dev.guildhall.ports.workflow.WorkflowDefinition;
import dev.guildhall.ports.workflow.WorkflowDefinitionId;
import dev.guildhall.ports.workflow.WorkflowDefinitionSummary;
import dev.guildhall.ports.workflow.WorkflowDefinitions;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import dev.guildhall.wire.json.WholeNumbers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Kept definitions of workflows over HTTP (tasks-48, tasks-49). */
public final class WorkflowDefinitionRoutes {
    private record DefinitionJson(
            String id,
            int version,
            String name,
            List<StepJson> steps,
            @Nullable Map<String, Object> inputSchema,
            String createdAt,
            String updatedAt) {
        static DefinitionJson of(WorkflowDefinition definition) {
            return new DefinitionJson(
                    definition.id().value(),
                    definition.version(),
                    definition.content().name(),
                    definition.content().steps().stream().map(StepJson::of).toList(),
                    definition.content().inputSchema().orElse(null),
                    Json.timestamp(definition.createdAt()),
                    Json.timestamp(definition.updatedAt()));
        }
    }

    /** A step as requests have it. */
    private record StepJson(
            String name,
            String taskType,
            List<String> tools,
            Map<String, Object> input,
            List<String> dependsOn,
            @Nullable String startAt,
            @Nullable Number delaySeconds,
            TaskJson.@Nullable RetryJson retry,
            TaskJson.@Nullable ConcurrencyJson concurrency) {
        static StepJson of(StepSpec step) {
            return new StepJson(
                    step.name(),
                    step.taskType().value(),
                    step.tools(),
                    step.input(),
                    step.dependsOn(),
                    step.options()
                            .start()
                            .flatMap(start -> start instanceof StartTime.At(Instant time)
                                    ? Optional.of(Json.timestamp(time))
                                    : Optional.empty())
                            .orElse(null),
                    step.options()
                            .start()
                            .flatMap(start -> start instanceof StartTime.After(Duration delay)
                                    ? Optional.of(TaskJson.seconds(delay))
                                    : Optional.empty())
                            .orElse(null),
                    step.options().retry().map(TaskJson.RetryJson::of).orElse(null),
                    step.options()
                            .concurrency()
                            .map(TaskJson.ConcurrencyJson::of)
                            .orElse(null));
        }
    }

    private record ListedJson(String id, int version, String name, int stepCount, String createdAt, String updatedAt) {
        static ListedJson of(WorkflowDefinitionSummary summary) {
            return new ListedJson(
                    summary.id().value(),
                    summary.version(),
                    summary.name(),
                    summary.steps(),
                    Json.timestamp(summary.createdAt()),
                    Json.timestamp(summary.updatedAt()));
        }
    }

    private final WorkflowDefinitions definitions;

    public WorkflowDefinitionRoutes(WorkflowDefinitions definitions) {
        this.definitions = definitions;
    }

    public List<Route> routes() {
        int most = WorkflowRoutes.MAX_BODY;
        return List.of(
                new Route("POST", "/workflow-definitions", Access.BEARER, this::create, most, false),
                Route.get("/workflow-definitions", Access.BEARER, this::list),
                Route.get("/workflow-definitions/{definitionId}", Access.BEARER, this::find),
                new Route("PATCH", "/workflow-definitions/{definitionId}", Access.BEARER, this::change, most, false),
                Route.delete("/workflow-definitions/{definitionId}", Access.BEARER, this::delete),
                Route.post("/workflow-definitions/{definitionId}/start", Access.BEARER, this::start));
    }

    private void create(Exchange exchange) {
        JsonBody body = exchange.body();
        Supplier<String> name = body.required("name", StepReaders.NAME);
        Supplier<List<StepSpec>> steps = body.required("steps", StepReaders.STEPS);
        Supplier<Optional<Map<String, Object>>> schema = body.optional("inputSchema", RequestReader.dataObject());
        body.check();
        WorkflowDefinition.Content content = new WorkflowDefinition.Content(name.get(), steps.get(), schema.get());
        exchange.json(201, DefinitionJson.of(definitions.create(exchange.caller(), content)));
    }

    private void list(Exchange exchange) {
        exchange.json(
                200,
                Json.page(
                        "definitions",
                        definitions.list(exchange.caller(), TaskReaders.owner(exchange), exchange.page("wfd")),
                        ListedJson::of));
    }

    private void find(Exchange exchange) {
        Optional<Integer> version = exchange.query("version").map(WorkflowDefinitionRoutes::version);
        exchange.json(200, DefinitionJson.of(definitions.find(exchange.caller(), id(exchange), version)));
    }

    private static int version(String digits) {
        return WholeNumbers.parse(digits)
                .filter(number -> number >= 1)
                .orElseThrow(() -> Refusal.invalid("version", "must be an integer of 1 or more"));
    }

    private void change(Exchange exchange) {
        JsonBody body = exchange.body();
        Supplier<Optional<String>> name = body.replacement("name", StepReaders.NAME);
        Supplier<Optional<List<StepSpec>>> steps = body.replacement("steps", StepReaders.STEPS);
        Supplier<Change<Map<String, Object>>> schema = body.change("inputSchema", RequestReader.dataObject());
        body.check();
        WorkflowDefinitions.DefinitionChange change =
                new WorkflowDefinitions.DefinitionChange(name.get(), steps.get(), schema.get());
        exchange.json(200, DefinitionJson.of(definitions.change(exchange.caller(), id(exchange), change)));
    }

    private void delete(Exchange exchange) {
        definitions.delete(exchange.caller(), id(exchange));
        exchange.noContent();
    }

    private void start(Exchange exchange) {
        Optional<IdempotencyKey> key = exchange.idempotencyKey();
        JsonBody body = exchange.optionalBody();
        Supplier<Optional<Integer>> version = body.optional("version", RequestReader.integer(1, Integer.MAX_VALUE));
        Supplier<Map<String, Object>> input = body.optional("input", RequestReader.dataObject(), Map.of());
        body.check();
        WorkflowRoutes.answer(
                exchange, definitions.start(exchange.caller(), id(exchange), version.get(), input.get(), key));
    }

    private static WorkflowDefinitionId id(Exchange exchange) {
        return exchange.pathId("definitionId", "workflow definition", WorkflowDefinitionId::new);
    }
}
