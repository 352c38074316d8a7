package dev.guildhall.http.agent;

import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.agent.Approval;
import dev.guildhall.ports.agent.ApprovalDecision;
import dev.guildhall.ports.agent.ApprovalDecision.Remember;
import dev.guildhall.ports.agent.ApprovalDecision.Verdict;
import dev.guildhall.ports.approval.ApprovalPolicy;
import dev.guildhall.ports.approval.ApprovalRule;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.tool.ToolEffect;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A call that waits for its user (approvals-3). */
public record ApprovalJson(
        @Nullable String chatId,
        @Nullable String taskId,
        String callId,
        String tool,
        Map<String, Object> parameters,
        String effect,
        String expiresAt) {
    public static ApprovalJson of(Approval approval) {
        return new ApprovalJson(
                approval.chatId().map(ChatId::value).orElse(null),
                approval.taskId().map(TaskId::value).orElse(null),
                approval.callId(),
                approval.tool(),
                approval.parameters(),
                approval.effect().wireName(),
                Json.timestamp(approval.expiresAt()));
    }

    /** A call that was decided, as it is made or denied. */
    public record DecidedJson(
            @Nullable String chatId,
            @Nullable String taskId,
            String callId,
            String tool,
            Map<String, Object> parameters,
            String effect,
            String decision) {
        public static DecidedJson of(Approval approval, ApprovalDecision decision) {
            ApprovalJson call = ApprovalJson.of(approval);
            return new DecidedJson(
                    call.chatId(),
                    call.taskId(),
                    call.callId(),
                    call.tool(),
                    call.parameters(),
                    call.effect(),
                    decision.verdict().wireName());
        }
    }

    /** The policy of a user. */
    public record PolicyJson(String read, String write, String destructive, Map<String, String> tools) {
        static PolicyJson of(ApprovalPolicy policy) {
            Map<String, String> tools = new TreeMap<>();
            policy.tools().forEach((tool, rule) -> tools.put(tool, rule.wireName()));
            return new PolicyJson(
                    ruleOf(policy, ToolEffect.READ),
                    ruleOf(policy, ToolEffect.WRITE),
                    ruleOf(policy, ToolEffect.DESTRUCTIVE),
                    tools);
        }

        private static String ruleOf(ApprovalPolicy policy, ToolEffect effect) {
            return policy.effects().getOrDefault(effect, ApprovalRule.ASK).wireName();
        }
    }

    /** Reads a policy from the members of a request's body; effects that it leaves out have their default. */
    static Supplier<ApprovalPolicy> policy(JsonBody body) {
        Map<ToolEffect, Supplier<Optional<ApprovalRule>>> effects = new EnumMap<>(ToolEffect.class);
        for (ToolEffect effect : ToolEffect.values()) {
            effects.put(effect, body.optional(effect.wireName(), RequestReader.text(ApprovalJson::rule)));
        }
        Supplier<Map<String, ApprovalRule>> tools =
                body.optional("tools", RequestReader.map(RequestReader.text(ApprovalJson::rule)), Map.of());
        return () -> {
            Map<ToolEffect, ApprovalRule> rules = new EnumMap<>(ToolEffect.class);
            effects.forEach((effect, rule) -> rule.get().ifPresent(known -> rules.put(effect, known)));
            return new ApprovalPolicy(rules, tools.get());
        };
    }

    private static ApprovalRule rule(String name) {
        return ApprovalRule.fromWire(name)
                .orElseThrow(() -> Refusal.invalid("rule", "must be one of allow, ask, deny"));
    }

    /** Reads a decision from the members of a request's body. */
    public static Supplier<ApprovalDecision> decision(JsonBody body) {
        Supplier<Verdict> verdict = body.required("decision", RequestReader.text(ApprovalJson::verdict));
        Supplier<Optional<String>> reason = body.optional("reason", RequestReader.text());
        Supplier<Optional<Map<String, Object>>> parameters = body.optional("parameters", RequestReader.dataObject());
        Supplier<Remember> remember =
                body.optional("remember", RequestReader.text(ApprovalJson::remember), Remember.ONCE);
        return () -> new ApprovalDecision(verdict.get(), reason.get(), parameters.get(), remember.get());
    }

    private static Verdict verdict(String name) {
        return Verdict.fromWire(name).orElseThrow(() -> Refusal.invalid("decision", "must be approve or deny"));
    }

    private static Remember remember(String name) {
        return Remember.fromWire(name)
                .orElseThrow(() -> Refusal.invalid("remember", "must be one of once, chat, always"));
    }

    /** Reads whether a request asks for approvals. */
    public static Supplier<Boolean> asks(JsonBody body) {
        return body.optional("approvals", RequestReader.text(ApprovalJson::ask), false);
    }

    private static boolean ask(String value) {
        if (!value.equals(ApprovalRule.ASK.wireName())) {
            throw Refusal.invalid("approvals", "must be ask, or absent");
        }
        return true;
    }
}
