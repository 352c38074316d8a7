package dev.guildhall.core.agent;

import dev.guildhall.core.config.AgentLimits;
import dev.guildhall.core.tool.CallerTools;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.approval.ApprovalPolicy;
import dev.guildhall.ports.approval.ApprovalRule;
import dev.guildhall.ports.approval.ApprovalStore;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.tool.ToolEffect;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Decides which calls of a round are made, which are denied, and which wait for their user (approvals-2, approvals-3), and
 * which an evaluation does not make (evaluation-5). A call that reaches no tool never waits.
 */
public final class CallPlanner {
    private static final String DENIED = "the user's policy denies this call; do not try it again";

    private final InstantSource clock;
    private final ApprovalStore store;
    private final CallerTools registered;
    private final AgentLimits limits;

    public CallPlanner(InstantSource clock, ApprovalStore store, CallerTools registered, AgentLimits limits) {
        this.clock = clock;
        this.store = store;
        this.registered = registered;
        this.limits = limits;
    }

    /** The rules of one user, and what was decided for all calls of the chat or task. */
    private record Rules(ApprovalPolicy policy, Map<String, ApprovalRule> remembered) {
        ApprovalRule of(String tool, ToolEffect effect) {
            ApprovalRule rule = policy.of(tool, effect);
            return rule == ApprovalRule.DENY ? rule : remembered.getOrDefault(tool, rule);
        }
    }

    /** The calls in their order. */
    List<PlannedCall> plan(ToolRound.Setting setting, List<ToolCall> calls) {
        Caller.User caller = setting.caller();
        Rules rules = new Rules(
                store.policy(caller.userId()).orElse(ApprovalPolicy.DEFAULT),
                setting.approving().scope().map(store::remembered).orElse(Map.of()));
        List<PlannedCall> planned = new ArrayList<>(calls.size());
        int asked = 0;
        for (ToolCall call : calls) {
            PlannedCall next = plan(setting, rules, call);
            if (next.asks() && planned.size() >= limits.loop().callsPerRound()) {
                next = refused(call, "too many calls at once; go on without this one");
            }
            asked += next.asks() ? 1 : 0;
            planned.add(next);
        }
        return asked > 0
                        && store.countWaiting(caller.userId(), clock.instant()) + asked
                                > limits.approvals().ofUser()
                ? planned.stream().map(CallPlanner::withoutRoom).toList()
                : planned;
    }

    private static PlannedCall withoutRoom(PlannedCall planned) {
        return planned.asks()
                ? refused(planned.call(), "too many calls wait for this user's approval; go on without this call")
                : planned;
    }

    private static PlannedCall refused(ToolCall call, String why) {
        return new PlannedCall(call, new PlannedCall.Refuse(why));
    }

    private PlannedCall plan(ToolRound.Setting setting, Rules rules, ToolCall call) {
        Optional<UsableTool> tool = setting.offer()
                .tools()
                .find(call.tool())
                .filter(known -> setting.offer().tools().isEnabled(call.tool()));
        if (tool.isEmpty()) {
            return PlannedCall.run(call);
        }
        ToolEffect effect = effectOf(setting.caller(), tool.get());
        ApprovalRule rule = rules.of(call.tool(), effect);
        if (rule != ApprovalRule.DENY && setting.approving().readsOnly() && effect != ToolEffect.READ) {
            return new PlannedCall(call, new PlannedCall.Omit());
        }
        return switch (rule) {
            case ALLOW -> PlannedCall.run(call);
            case DENY -> refused(call, DENIED);
            case ASK ->
                setting.approving().asks() ? new PlannedCall(call, new PlannedCall.Ask(effect)) : PlannedCall.run(call);
        };
    }

    private ToolEffect effectOf(Caller.User caller, UsableTool tool) {
        return switch (tool) {
            case UsableTool.BuiltIn own -> own.owner().effect(own.spec().name());
            case UsableTool.Registered known -> registered.effect(caller.userId(), known.tool());
        };
    }
}
