package dev.guildhall.persistence.agent;

import dev.guildhall.persistence.db.StoredJson;
import dev.guildhall.persistence.db.StoredObject;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.agent.Approval;
import dev.guildhall.ports.agent.ApprovalDecision;
import dev.guildhall.ports.approval.ApprovalPolicy;
import dev.guildhall.ports.approval.ApprovalRule;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.tool.ToolEffect;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/** Writes policies, calls that wait, and decisions as JSON, and reads them. */
public final class ApprovalJson {
    private ApprovalJson() {}

    public static String write(ApprovalPolicy policy) {
        Map<String, Object> effects = new TreeMap<>();
        policy.effects().forEach((effect, rule) -> effects.put(effect.wireName(), rule.wireName()));
        Map<String, Object> tools = new TreeMap<>();
        policy.tools().forEach((tool, rule) -> tools.put(tool, rule.wireName()));
        return StoredJson.write(StoredObject.of("effects", effects, "tools", tools));
    }

    public static ApprovalPolicy policy(String json) {
        StoredObject fields = StoredObject.read(json);
        Map<ToolEffect, ApprovalRule> effects = new EnumMap<>(ToolEffect.class);
        fields.plain("effects")
                .forEach(
                        (name, rule) -> ToolEffect.fromWire(name).ifPresent(effect -> effects.put(effect, rule(rule))));
        Map<String, ApprovalRule> tools = new TreeMap<>();
        fields.plain("tools").forEach((tool, rule) -> tools.put(tool, rule(rule)));
        return new ApprovalPolicy(effects, tools);
    }

    private static ApprovalRule rule(Object name) {
        return ApprovalRule.fromWire(String.valueOf(name))
                .orElseThrow(() -> new IllegalStateException("there is no rule " + name));
    }

    /** A call that waits, with its parameters. */
    public static Map<String, Object> fields(Approval asked) {
        return StoredObject.of(
                "chatId", asked.chatId().map(ChatId::value),
                "taskId", asked.taskId().map(TaskId::value),
                "callId", asked.callId(),
                "tool", asked.tool(),
                "parameters", asked.parameters(),
                "effect", asked.effect().wireName(),
                "expiresAt", asked.expiresAt().toString());
    }

    /** Reads what {@link #fields} has made. */
    public static Approval approval(StoredObject fields) {
        return new Approval(
                fields.optionalText("chatId").map(ChatId::new),
                fields.optionalText("taskId").map(TaskId::new),
                fields.text("callId"),
                fields.text("tool"),
                fields.plain("parameters"),
                effect(fields.text("effect")),
                Instant.parse(fields.text("expiresAt")));
    }

    public static ToolEffect effect(String name) {
        return ToolEffect.fromWire(name).orElseThrow(() -> new IllegalStateException("there is no effect " + name));
    }

    public static String write(ApprovalDecision decision) {
        return StoredJson.write(StoredObject.of(
                "verdict", decision.verdict().wireName(),
                "reason", decision.reason(),
                "parameters", decision.parameters(),
                "remember", decision.remember().wireName()));
    }

    public static ApprovalDecision decision(String json) {
        StoredObject fields = StoredObject.read(json);
        return new ApprovalDecision(
                ApprovalDecision.Verdict.fromWire(fields.text("verdict")).orElseThrow(),
                fields.optionalText("reason"),
                fields.optional("parameters").map(any -> fields.plain("parameters")),
                ApprovalDecision.Remember.fromWire(fields.text("remember")).orElseThrow());
    }
}
