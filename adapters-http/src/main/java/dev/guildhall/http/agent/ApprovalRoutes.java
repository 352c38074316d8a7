package dev.guildhall.http.agent;

import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.agent.Approval;
import dev.guildhall.ports.agent.ApprovalDecision;
import dev.guildhall.ports.approval.ApprovalPolicy;
import dev.guildhall.ports.approval.Approvals;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.JsonBody;
import java.util.List;
import java.util.function.Supplier;

/** Approvals over HTTP (approvals-2 to approvals-6). */
public final class ApprovalRoutes {
    private final Approvals approvals;

    public ApprovalRoutes(Approvals approvals) {
        this.approvals = approvals;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/api/approvals", Access.BEARER, this::list),
                Route.get("/api/approvals/policy", Access.BEARER, this::policy),
                Route.put("/api/approvals/policy", Access.BEARER, this::replacePolicy),
                Route.post("/api/chat/{chatId}/approvals/{callId}", Access.BEARER, this::decide));
    }

    private void list(Exchange exchange) {
        exchange.json(200, Json.list("approvals", approvals.waiting(exchange.caller()), ApprovalJson::of));
    }

    private void policy(Exchange exchange) {
        exchange.json(200, ApprovalJson.PolicyJson.of(approvals.policy(exchange.caller())));
    }

    private void replacePolicy(Exchange exchange) {
        JsonBody body = exchange.body();
        Supplier<ApprovalPolicy> policy = ApprovalJson.policy(body);
        body.check();
        exchange.json(200, ApprovalJson.PolicyJson.of(approvals.replacePolicy(exchange.caller(), policy.get())));
    }

    private void decide(Exchange exchange) {
        ChatId chatId = exchange.pathId("chatId", "chat", ChatId::new);
        String callId = exchange.path("callId");
        JsonBody body = exchange.body();
        Supplier<ApprovalDecision> read = ApprovalJson.decision(body);
        body.check();
        ApprovalDecision decision = read.get();
        Approval decided = approvals.decide(exchange.caller(), chatId, callId, decision);
        exchange.json(200, ApprovalJson.DecidedJson.of(decided, decision));
    }
}
