package dev.guildhall.core.workflow;

import dev.guildhall.core.json.JsonDigest;
import dev.guildhall.core.security.Permissions;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.TaskProblem;
import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.tool.SchemaValidator;
import dev.guildhall.ports.workflow.WorkflowDefinition;
import dev.guildhall.ports.workflow.WorkflowDefinitionId;
import dev.guildhall.ports.workflow.WorkflowDefinitionSummary;
import dev.guildhall.ports.workflow.WorkflowDefinitions;
import dev.guildhall.ports.workflow.Workflows;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Keeps definitions of workflows, and starts their workflows (tasks-48, tasks-49). */
public final class WorkflowDefinitionService implements WorkflowDefinitions {
    private static final String OPERATION = "workflow_definition.start";

    /** What a validator says about a property that a schema names {@code schema}, not about a schema. */
    private static final String REQUIRED = "is required";

    private static final String SCHEMA = "schema";

    private final InstantSource clock;
    private final IdSource ids;
    private final Stores stores;
    private final Permissions permissions;
    private final WorkflowService workflows;
    private final SchemaValidator schemas;

    public WorkflowDefinitionService(
            InstantSource clock,
            IdSource ids,
            Stores stores,
            Permissions permissions,
            WorkflowService workflows,
            SchemaValidator schemas) {
        this.clock = clock;
        this.ids = ids;
        this.stores = stores;
        this.permissions = permissions;
        this.workflows = workflows;
        this.schemas = schemas;
    }

    @Override
    public WorkflowDefinition create(Caller caller, WorkflowDefinition.Content content) {
        Caller.User user = caller.requireUser();
        Instant now = clock.instant();
        WorkflowDefinition definition = new WorkflowDefinition(
                new WorkflowDefinitionId(ids.next("wfd")),
                1,
                user.userId(),
                user.countsForInsteadOf(user.userId()),
                required(content),
                now,
                now);
        stores.transactions().run(() -> {
            requireRoom(user);
            stores.workflowDefinitions().add(definition);
        });
        return definition;
    }

    private WorkflowDefinition.Content required(WorkflowDefinition.Content content) {
        String name = Text.requireName("name", content.name(), 1, Workflows.MAX_NAME);
        workflows.requireSteps(content.steps(), Set.of(StepReference.INPUT));
        content.inputSchema().ifPresent(this::requireSchema);
        return new WorkflowDefinition.Content(name, content.steps(), content.inputSchema());
    }

    private void requireSchema(Map<String, Object> schema) {
        if (!"object".equals(schema.get("type"))) {
            throw Refusal.invalid("inputSchema.type", "must be \"object\"");
        }
        schemas.violations(schema, Map.of()).stream()
                .filter(violation ->
                        violation.field().equals(SCHEMA) && !violation.message().equals(REQUIRED))
                .findFirst()
                .ifPresent(violation -> {
                    throw Refusal.invalid("inputSchema", violation.message());
                });
    }

    /** The lock on the account makes two calls at once count one after the other. */
    private void requireRoom(Caller.User user) {
        UserId counted = user.countsFor();
        if (stores.accounts().lock(counted).isEmpty() && !counted.isExternal()) {
            throw new Refusal(new CommonProblem.Unauthenticated("the account does not exist"));
        }
        if (stores.workflowDefinitions().count(counted) >= MOST) {
            throw new Refusal(new TaskProblem.TooManyDefinitions(MOST));
        }
    }

    @Override
    public Page<WorkflowDefinitionSummary> list(Caller caller, Optional<UserId> owner, PageRequest page) {
        return stores.workflowDefinitions().list(permissions.listed(caller.requireUser(), owner), page);
    }

    @Override
    public WorkflowDefinition find(Caller caller, WorkflowDefinitionId id, Optional<Integer> version) {
        return seen(
                caller.requireUser(),
                version.isPresent()
                        ? stores.workflowDefinitions().find(id, version.get())
                        : stores.workflowDefinitions().find(id));
    }

    private WorkflowDefinition seen(Caller.User user, Optional<WorkflowDefinition> found) {
        return found.filter(definition -> permissions.sees(user, definition.owner()))
                .orElseThrow(() -> new Refusal(new CommonProblem.NotFound("workflow definition")));
    }

    @Override
    public WorkflowDefinition change(Caller caller, WorkflowDefinitionId id, DefinitionChange change) {
        Caller.User user = caller.requireUser();
        return stores.transactions().inTransaction(() -> {
            WorkflowDefinition before = seen(user, stores.workflowDefinitions().lock(id));
            WorkflowDefinition after = before.next(required(change.applyTo(before.content())), clock.instant());
            stores.workflowDefinitions().put(after, KEPT_VERSIONS);
            return after;
        });
    }

    @Override
    public void delete(Caller caller, WorkflowDefinitionId id) {
        Caller.User user = caller.requireUser();
        stores.transactions().run(() -> {
            seen(user, stores.workflowDefinitions().lock(id));
            stores.workflowDefinitions().remove(id);
        });
    }

    @Override
    public Workflows.Started start(
            Caller caller,
            WorkflowDefinitionId id,
            Optional<Integer> version,
            Map<String, Object> input,
            Optional<IdempotencyKey> key) {
        Caller.User user = caller.requireUser();
        WorkflowDefinition.Content content = find(user, id, version).content();
        requireInput(content, input);
        return workflows.start(
                user,
                content.name(),
                () -> new StartInputs(StepReference.INPUT, input).filled(content.steps()),
                key.map(given -> new WorkflowService.Keyed(OPERATION, given, digest(id, version, input))));
    }

    private void requireInput(WorkflowDefinition.Content content, Map<String, Object> input) {
        List<Violation> violations = content.inputSchema()
                .map(schema -> schemas.violations(schema, input))
                .orElse(List.of());
        if (!violations.isEmpty()) {
            throw new Refusal(new CommonProblem.Invalid(violations.stream()
                    .map(violation -> new Violation(below(violation.field()), violation.message()))
                    .toList()));
        }
    }

    /** The validator names what is wrong with the whole {@code parameters}. */
    private static String below(String field) {
        return field.equals("parameters") || field.isEmpty() ? "input" : "input." + field;
    }

    private static String digest(WorkflowDefinitionId id, Optional<Integer> version, Map<String, Object> input) {
        return JsonDigest.of(Map.of("id", id.value(), "version", version.orElse(0), "input", input));
    }
}
