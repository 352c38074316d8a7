package dev.guildhall.ports.approval;

import dev.guildhall.ports.AllowedTools;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.ToolEffect;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a user lets agents do (approvals-2). The rule of a tool's name goes before that of its integration, and that before
 * the rule of its effect.
 *
 * @param effects the rule of each effect
 * @param tools the rules of tools by name, and of all tools of an integration as {@code <integration>.*}; at most
 *     {@value #MOST_TOOLS}
 */
public record ApprovalPolicy(Map<ToolEffect, ApprovalRule> effects, Map<String, ApprovalRule> tools) {
    /** The most rules of tools. */
    public static final int MOST_TOOLS = 1_000;

    /** The policy of a user who has not chosen: calls that may destroy something wait. */
    public static final ApprovalPolicy DEFAULT = new ApprovalPolicy(
            Map.of(
                    ToolEffect.READ,
                    ApprovalRule.ALLOW,
                    ToolEffect.WRITE,
                    ApprovalRule.ALLOW,
                    ToolEffect.DESTRUCTIVE,
                    ApprovalRule.ASK),
            Map.of());

    /** Creates a policy; effects that are not given have their default, names that are none are refused. */
    public ApprovalPolicy {
        Map<ToolEffect, ApprovalRule> all = new EnumMap<>(ToolEffect.class);
        for (ToolEffect effect : ToolEffect.values()) {
            all.put(effect, effect == ToolEffect.DESTRUCTIVE ? ApprovalRule.ASK : ApprovalRule.ALLOW);
        }
        all.putAll(effects);
        effects = Collections.unmodifiableMap(all);
        tools = Collections.unmodifiableMap(new TreeMap<>(tools));
        if (tools.size() > MOST_TOOLS) {
            throw Refusal.invalid("tools", "must have at most " + MOST_TOOLS + " entries");
        }
        tools.keySet().stream()
                .filter(name -> !AllowedTools.isEntry(name))
                .findFirst()
                .ifPresent(name -> {
                    throw Refusal.invalid("tools", "must have names of tools and <integration>.* alone");
                });
    }

    /** The rule of a call. */
    public ApprovalRule of(String tool, ToolEffect effect) {
        int dot = tool.indexOf('.');
        return Optional.ofNullable(tools.get(tool))
                .or(() -> Optional.ofNullable(dot > 0 ? tools.get(AllowedTools.all(tool.substring(0, dot))) : null))
                .orElseGet(() -> effects.getOrDefault(effect, ApprovalRule.ASK));
    }

    /** The same policy with another rule of a tool. */
    public ApprovalPolicy with(String tool, ApprovalRule rule) {
        Map<String, ApprovalRule> more = new TreeMap<>(tools);
        more.put(tool, rule);
        return new ApprovalPolicy(effects, more);
    }
}
