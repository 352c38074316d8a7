package dev.guildhall.core.agent;

import dev.guildhall.core.agent.context.TruncatedData;
import dev.guildhall.core.config.AgentLimits;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.agent.Approval;
import dev.guildhall.ports.agent.ApprovalDecision;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.IncompleteReason;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.approval.ApprovalStore;
import dev.guildhall.ports.approval.StoredApproval;
import dev.guildhall.ports.approval.SuspendedAnswer;
import dev.guildhall.ports.completion.ToolArguments;
import dev.guildhall.ports.completion.ToolCall;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.webchat.Handover;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Stores answers that wait for approvals, and turns what was decided into calls (approvals-3, approvals-5). */
public final class Suspensions {
    /** The outcome of a call that waits, and of one whose answer went on without it. */
    static final ToolOutcome WAITING =
            new ToolOutcome.Failure(FailureKind.NOT_APPROVED, "the call needs an approval; it has not been made");

    private static final String EXPIRED = "the user did not decide in time; the call was not made";
    private static final String DENIED = "the user denied the call";

    private final InstantSource clock;
    private final IdSource ids;
    private final ApprovalStore store;
    private final AgentLimits limits;

    public Suspensions(InstantSource clock, IdSource ids, ApprovalStore store, AgentLimits limits) {
        this.clock = clock;
        this.ids = ids;
        this.store = store;
        this.limits = limits;
    }

    /** What is stored of an answer that waits, and what its client is told. */
    record Asked(SuspendedAnswer answer, List<StoredApproval> approvals) {
        List<Approval> shown() {
            return approvals.stream().map(StoredApproval::asked).toList();
        }
    }

    Instant expiry() {
        return clock.instant().plus(limits.approvals().longest());
    }

    /** An answer in a chat; the front-end continues it when the listener does not show its events. */
    Asked inChat(Caller.User caller, AgentRequest request, ChatId chat, boolean isReply, List<PlannedCall> calls) {
        Caller.User person = new Caller.User(
                caller.userId(), caller.profileId(), caller.sessionId(), caller.roles(), caller.allowedTools());
        SuspendedAnswer answer = new SuspendedAnswer.InChat(
                chat,
                new Handover(
                        person,
                        request.mode(),
                        request.options(),
                        request.messages().size()),
                caller.key().map(Caller.Key::id),
                isReply,
                expiry());
        return asked(answer, Approving.ofChat(chat, true), calls);
    }

    Asked asked(SuspendedAnswer answer, Approving approving, List<PlannedCall> calls) {
        List<StoredApproval> approvals = calls.stream()
                .flatMap(planned -> planned.fate() instanceof PlannedCall.Ask ask
                        ? Stream.of(stored(answer, approving, planned.call(), ask))
                        : Stream.empty())
                .toList();
        return new Asked(answer, approvals);
    }

    private StoredApproval stored(SuspendedAnswer answer, Approving approving, ToolCall call, PlannedCall.Ask ask) {
        Approval asked = new Approval(
                approving.chatId(),
                approving.taskId(),
                call.id(),
                call.tool(),
                parameters(call),
                ask.effect(),
                answer.expiresAt());
        UserId user = answer.userId();
        return new StoredApproval(ids.next("apr"), user, asked);
    }

    /** Stores it; part of the open transaction. */
    void store(Asked asked) {
        store.suspend(asked.answer(), asked.approvals());
    }

    /** Takes an answer that is ready; part of the open transaction. Empty when the work has none. */
    Optional<ApprovalStore.Taken> take(String work) {
        return store.take(work, clock.instant());
    }

    boolean isWaiting(String work) {
        return store.suspended(work).isPresent();
    }

    /** The chat goes on without the answer that waits in it. */
    void withdraw(String work) {
        store.withdraw(work);
    }

    /** The calls of a message that waited, as they are made or denied now, in their order. */
    static List<PlannedCall> decided(ChatEntry said, ApprovalStore.Taken taken) {
        Map<String, StoredApproval> byCall = taken.approvals().stream()
                .collect(Collectors.toMap(one -> one.asked().callId(), Function.identity(), (first, second) -> first));
        return said.toolUses().stream()
                .filter(use -> use.outcome().equals(WAITING))
                .flatMap(use -> Optional.ofNullable(byCall.get(use.callId())).map(Suspensions::planned).stream())
                .toList();
    }

    private static PlannedCall planned(StoredApproval stored) {
        Approval asked = stored.asked();
        Optional<ApprovalDecision> decision = stored.decision();
        Map<String, Object> parameters =
                decision.flatMap(ApprovalDecision::parameters).orElse(asked.parameters());
        ToolCall call = new ToolCall(asked.callId(), asked.tool(), new ToolArguments.Parsed(parameters));
        boolean isChanged = !parameters.equals(asked.parameters());
        PlannedCall.Fate fate = decision.map(Suspensions::fate).orElseGet(() -> new PlannedCall.Refuse(EXPIRED));
        return new PlannedCall(call, fate, isChanged ? Optional.of(asked.parameters()) : Optional.empty());
    }

    private static PlannedCall.Fate fate(ApprovalDecision decision) {
        return switch (decision.verdict()) {
            case APPROVE -> new PlannedCall.Run();
            case DENY ->
                new PlannedCall.Refuse(
                        decision.reason().map(reason -> DENIED + ": " + reason).orElse(DENIED));
        };
    }

    /** The message with these calls: those that are made now have begun, so that none of them is made twice. */
    ChatEntry begun(ChatEntry said, List<PlannedCall> calls) {
        Map<String, PlannedCall> byCall =
                calls.stream().collect(Collectors.toMap(one -> one.call().id(), Function.identity()));
        List<ToolUse> uses = said.toolUses().stream()
                .map(use -> Optional.ofNullable(byCall.get(use.callId()))
                        .map(planned -> begun(use, planned))
                        .orElse(use))
                .toList();
        return with(said, uses);
    }

    private static ChatEntry with(ChatEntry said, List<ToolUse> uses) {
        return new ChatEntry(said.speaker(), said.content(), uses, said.timestamp(), said.ended())
                .withNotices(said.notices())
                .withDetails(said.details());
    }

    /** The message of an answer that cannot go on: its calls that waited are not made. */
    static ChatEntry lost(ChatEntry said, String why) {
        ToolOutcome lost = new ToolOutcome.Failure(
                FailureKind.NOT_APPROVED, "the call was not made, since the answer could not go on: " + why);
        return with(
                        said,
                        said.toolUses().stream()
                                .map(use -> use.outcome().equals(WAITING) ? use.with(lost) : use)
                                .toList())
                .ended(IncompleteReason.FAILED);
    }

    private ToolUse begun(ToolUse use, PlannedCall planned) {
        ToolOutcome outcome = planned.fate() instanceof PlannedCall.Refuse(String why)
                ? new ToolOutcome.Failure(FailureKind.NOT_APPROVED, why)
                : ReplyDraft.UNKNOWN;
        ToolUse begun = new ToolUse(
                use.callId(),
                use.round(),
                use.tool(),
                parameters(planned.call()),
                outcome,
                List.of(),
                planned.requested());
        return TruncatedData.of(begun, limits.results().bytes());
    }

    private static Map<String, Object> parameters(ToolCall call) {
        return call.arguments() instanceof ToolArguments.Parsed(Map<String, Object> values) ? values : Map.of();
    }
}
