package dev.guildhall.http.agent;

import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agenttask.AgentTask;
import dev.guildhall.ports.agenttask.AgentTaskRequest;
import dev.guildhall.ports.agenttask.AgentTasks;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.workflow.Workflow;
import dev.guildhall.ports.workflow.WorkflowId;
import dev.guildhall.ports.workflow.WorkflowStatus;
import dev.guildhall.wire.json.EnumNames;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Tasks of the agent service over HTTP, only in mode v1 (agents-22 to agents-25). */
public final class AgentTaskRoutes {
    private static final Set<WorkflowStatus> STATUSES = EnumSet.allOf(WorkflowStatus.class);
    private static final RequestReader<String> TITLE =
            RequestReader.text(text -> Text.requireName("title", text, 1, AgentTaskRequest.MAX_TITLE));
    private static final RequestReader<String> DESCRIPTION = RequestReader.text(AgentTaskRoutes::description);
    private static final RequestReader<List<String>> DEPENDENCIES =
            RequestReader.list(RequestReader.text(String::strip), AgentTaskRequest.MOST_STEPS);
    private static final RequestReader<List<AgentTaskRequest.Step>> STEPS =
            RequestReader.list(RequestReader.object(AgentTaskRoutes::step), AgentTaskRequest.MOST_STEPS);

    private final AgentTasks tasks;

    public AgentTaskRoutes(AgentTasks tasks) {
        this.tasks = tasks;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/api/tasks", Access.BEARER, this::list),
                Route.post("/api/tasks", Access.BEARER, this::create),
                Route.get("/api/tasks/{taskId}", Access.BEARER, this::find),
                Route.post("/api/tasks/{taskId}/execute", Access.BEARER, this::execute),
                Route.delete("/api/tasks/{taskId}", Access.BEARER, this::cancel));
    }

    private void list(Exchange exchange) {
        UserId userId = exchange.requiredQuery("userId", UserId::new);
        Optional<WorkflowStatus> status =
                exchange.query("status").map(name -> EnumNames.read("status", STATUSES, name));
        exchange.json(
                200,
                Json.page(
                        "tasks",
                        tasks.list(exchange.caller(), userId, status, exchange.page("task"))
                                .map(AgentTask::of),
                        AgentTaskJson::of));
    }

    private void create(Exchange exchange) {
        JsonBody body = exchange.body();
        Supplier<UserId> userId = body.required("userId", RequestReader.text(UserId::new));
        Supplier<String> title = body.required("title", TITLE);
        Supplier<String> description = body.optional("description", DESCRIPTION, "");
        Supplier<Optional<ChatId>> chatId = body.optional("chatId", RequestReader.text(ChatId::new));
        Supplier<List<AgentTaskRequest.Step>> steps = body.optional("steps", STEPS, List.of());
        body.check();
        AgentTaskRequest request =
                new AgentTaskRequest(userId.get(), title.get(), description.get(), chatId.get(), steps.get());
        // When the request has no steps, a model makes them.
        exchange.watch().cancelWhenClientLeaves();
        exchange.json(201, json(tasks.create(exchange.caller(), request, Optional.empty())));
    }

    private static AgentTaskRequest.Step step(JsonBody body) {
        Supplier<String> title = body.required("title", TITLE);
        Supplier<String> description = body.optional("description", DESCRIPTION, "");
        Supplier<List<String>> dependencies = body.optional("dependencies", DEPENDENCIES, List.of());
        body.check();
        return new AgentTaskRequest.Step(title.get(), description.get(), dependencies.get());
    }

    private static String description(String text) {
        if (text.codePointCount(0, text.length()) > AgentTaskRequest.MAX_DESCRIPTION) {
            throw Refusal.invalid(
                    "description", "must have at most " + AgentTaskRequest.MAX_DESCRIPTION + " characters");
        }
        return text;
    }

    private void find(Exchange exchange) {
        exchange.json(200, json(tasks.find(exchange.caller(), id(exchange))));
    }

    private void execute(Exchange exchange) {
        exchange.json(202, AgentTaskJson.StartedJson.of(tasks.execute(exchange.caller(), id(exchange))));
    }

    private void cancel(Exchange exchange) {
        exchange.json(200, json(tasks.cancel(exchange.caller(), id(exchange))));
    }

    private static AgentTaskJson json(Workflow task) {
        return AgentTaskJson.of(AgentTask.of(task));
    }

    private static WorkflowId id(Exchange exchange) {
        return exchange.pathId("taskId", "task", WorkflowId::new);
    }
}
