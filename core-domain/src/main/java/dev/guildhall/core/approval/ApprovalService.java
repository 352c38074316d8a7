package dev.guildhall.core.approval;

import dev.guildhall.core.agent.ToolSchemas;
import dev.guildhall.core.json.JsonText;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Transactions;
import dev.guildhall.ports.agent.Approval;
import dev.guildhall.ports.agent.ApprovalDecision;
import dev.guildhall.ports.agent.ApprovalDecision.Remember;
import dev.guildhall.ports.agent.ApprovalDecision.Verdict;
import dev.guildhall.ports.approval.ApprovalPolicy;
import dev.guildhall.ports.approval.ApprovalRule;
import dev.guildhall.ports.approval.ApprovalStore;
import dev.guildhall.ports.approval.Approvals;
import dev.guildhall.ports.approval.StoredApproval;
import dev.guildhall.ports.approval.SuspendedAnswer;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.TaskProblem;
import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.task.TaskStore;
import dev.guildhall.ports.tool.SchemaValidator;
import dev.guildhall.ports.webchat.Handover;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Policies, and decisions about calls that wait. */
public final class ApprovalService implements Approvals {
    /** How many characters the parameters that a user changed have as JSON. */
    private static final int MOST_CHARACTERS = 128 * 1024;

    private final InstantSource clock;
    private final ApprovalStore store;
    private final TaskStore tasks;
    private final Transactions transactions;
    private final SchemaValidator validator;
    private final ToolSchemas schemas;
    private final Runnable look;

    /** @param look continues the answers that are ready */
    public ApprovalService(
            InstantSource clock, Stores stores, SchemaValidator validator, ToolSchemas schemas, Runnable look) {
        this.clock = clock;
        this.store = stores.approvals();
        this.tasks = stores.tasks();
        this.transactions = stores.transactions();
        this.validator = validator;
        this.schemas = schemas;
        this.look = look;
    }

    @Override
    public ApprovalPolicy policy(Caller caller) {
        return store.policy(caller.requireUser().userId()).orElse(ApprovalPolicy.DEFAULT);
    }

    @Override
    public ApprovalPolicy replacePolicy(Caller caller, ApprovalPolicy policy) {
        store.putPolicy(caller.requireUser().userId(), policy);
        return policy;
    }

    @Override
    public List<Approval> waiting(Caller caller) {
        return store.waiting(caller.requireUser().userId(), clock.instant(), MOST_LISTED);
    }

    @Override
    public Approval decide(Caller caller, ChatId chatId, String callId, ApprovalDecision decision) {
        List<StoredApproval> found = store.find(chatId, callId);
        boolean isAmbiguous = found.size() > 1
                && found.stream().allMatch(one -> one.asked().taskId().isPresent() && one.isWaiting(clock.instant()));
        if (isAmbiguous && isOf(caller.requireUser(), found.getFirst())) {
            throw new Refusal(new CommonProblem.Conflict(
                    "calls of several tasks of the chat have this identifier; decide at the address of the task"));
        }
        return decide(caller.requireUser(), found.stream().findFirst(), decision);
    }

    @Override
    public Approval decide(Caller caller, TaskId taskId, String callId, ApprovalDecision decision) {
        Caller.User user = caller.requireUser();
        if (tasks.find(taskId)
                .filter(task -> task.owner().equals(user.userId()))
                .isEmpty()) {
            throw new Refusal(new TaskProblem.TaskNotFound());
        }
        return decide(user, store.find(taskId, callId), decision);
    }

    private static boolean isOf(Caller.User user, StoredApproval one) {
        return one.userId().equals(user.userId());
    }

    private Approval decide(Caller.User user, Optional<StoredApproval> found, ApprovalDecision decision) {
        StoredApproval stored = found.filter(one -> isOf(user, one))
                .orElseThrow(() -> new Refusal(new CommonProblem.NotFound("approval")));
        requireWaiting(stored.isWaiting(clock.instant()));
        Approval asked = stored.asked();
        requireWaiting(asked.taskId()
                .flatMap(tasks::find)
                .filter(task -> task.status().isFinal())
                .isEmpty());
        if (!user.mayUse(asked.tool())) {
            throw new Refusal(new CommonProblem.Forbidden("the caller may not use the tool " + asked.tool()));
        }
        decision.parameters().ifPresent(changed -> requireFit(user, asked, changed));
        transactions.run(() -> {
            store.suspended(asked.work())
                    .map(waiting -> decidedBy(user, waiting))
                    .ifPresent(store::replace);
            requireWaiting(store.decide(stored.id(), decision, clock.instant()));
            if (decision.remember() == Remember.ALWAYS) {
                store.putPolicy(user.userId(), policy(user).with(asked.tool(), ruleOf(decision)));
            }
        });
        look.run();
        return decision.parameters().map(changed -> with(asked, changed)).orElse(asked);
    }

    private static Approval with(Approval asked, Map<String, Object> parameters) {
        return new Approval(
                asked.chatId(),
                asked.taskId(),
                asked.callId(),
                asked.tool(),
                parameters,
                asked.effect(),
                asked.expiresAt());
    }

    private static void requireWaiting(boolean waits) {
        if (!waits) {
            throw new Refusal(new CommonProblem.Conflict("the call was decided, has expired or waits no more"));
        }
    }

    private static ApprovalRule ruleOf(ApprovalDecision decision) {
        return decision.verdict() == Verdict.APPROVE ? ApprovalRule.ALLOW : ApprovalRule.DENY;
    }

    private void requireFit(Caller.User user, Approval asked, Map<String, Object> changed) {
        if (JsonText.of(changed).length() > MOST_CHARACTERS) {
            throw Refusal.invalid("parameters", "must have at most " + MOST_CHARACTERS + " characters as JSON");
        }
        Map<String, Object> schema = schemas.of(user, asked.tool())
                .orElseThrow(() -> Refusal.invalid("parameters", "cannot be changed, since the tool is gone"));
        List<Violation> violations = validator.violations(schema, changed).stream()
                .map(violation -> violation.field().equals("parameters")
                        ? violation
                        : new Violation("parameters." + violation.field(), violation.message()))
                .toList();
        if (!violations.isEmpty()) {
            throw new Refusal(new CommonProblem.Invalid(violations));
        }
    }

    /** The answer goes on in the session that has decided, since the one that asked may have ended. */
    private static SuspendedAnswer decidedBy(Caller.User user, SuspendedAnswer waiting) {
        if (!(waiting instanceof SuspendedAnswer.InChat chat)
                || user.key().isPresent()
                || chat.keyId().isPresent()) {
            return waiting;
        }
        Handover before = chat.handover();
        Caller.User now = new Caller.User(
                user.userId(),
                user.profileId(),
                user.sessionId(),
                user.roles(),
                before.caller().allowedTools());
        return new SuspendedAnswer.InChat(
                chat.chatId(),
                new Handover(now, before.mode(), before.options(), before.messages()),
                chat.keyId(),
                chat.isReply(),
                chat.expiresAt());
    }
}
