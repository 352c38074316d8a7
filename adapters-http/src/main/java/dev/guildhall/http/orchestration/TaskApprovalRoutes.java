package dev.guildhall.http.orchestration;

import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.http.agent.ApprovalJson;
import dev.guildhall.ports.agent.Approval;
import dev.guildhall.ports.agent.ApprovalDecision;
import dev.guildhall.ports.approval.Approvals;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.wire.json.JsonBody;
import java.util.List;
import java.util.function.Supplier;

/** Decisions about calls of tasks over HTTP (approvals-7). */
public final class TaskApprovalRoutes {
    private final Approvals approvals;

    public TaskApprovalRoutes(Approvals approvals) {
        this.approvals = approvals;
    }

    public List<Route> routes() {
        return List.of(Route.post("/tasks/{taskId}/approvals/{callId}", Access.BEARER, this::decide));
    }

    private void decide(Exchange exchange) {
        TaskId id = TaskReaders.taskId(exchange);
        JsonBody body = exchange.body();
        Supplier<ApprovalDecision> read = ApprovalJson.decision(body);
        body.check();
        ApprovalDecision decision = read.get();
        Approval decided = approvals.decide(exchange.caller(), id, exchange.path("callId"), decision);
        exchange.json(200, ApprovalJson.DecidedJson.of(decided, decision));
    }
}
