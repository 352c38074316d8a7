package dev.guildhall.http.webchat;

import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.http.agent.AgentTaskJson;
import dev.guildhall.ports.Id;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.webchat.WebChats;
import dev.guildhall.ports.workflow.WorkflowId;
import dev.guildhall.wire.json.Json;
import java.util.List;
import java.util.Optional;

/** Tasks of the agent service for web users (chat-14). */
public final class TaskProxyRoutes {
    private final WebChats chats;

    public TaskProxyRoutes(WebChats chats) {
        this.chats = chats;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/api/tasks", Access.SESSION, this::find),
                Route.delete("/api/tasks", Access.SESSION, this::cancel));
    }

    private void find(Exchange exchange) {
        Optional<WorkflowId> taskId = exchange.query("taskId").map(TaskProxyRoutes::taskId);
        if (taskId.isPresent()) {
            exchange.json(200, AgentTaskJson.of(chats.task(exchange.caller(), taskId.get())));
            return;
        }
        UserId userId = WebChatRoutes.owner(exchange);
        exchange.json(
                200,
                Json.page("tasks", chats.tasks(exchange.caller(), userId, exchange.page("task")), AgentTaskJson::of));
    }

    /** The refusal names the parameter as the client knows it. */
    private static WorkflowId taskId(String value) {
        return new WorkflowId(Id.require("taskId", value));
    }

    private void cancel(Exchange exchange) {
        WorkflowId taskId = exchange.requiredQuery("taskId", TaskProxyRoutes::taskId);
        exchange.json(200, AgentTaskJson.of(chats.cancelTask(exchange.caller(), taskId)));
    }
}
