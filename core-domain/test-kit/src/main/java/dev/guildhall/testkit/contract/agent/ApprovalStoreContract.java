package dev.guildhall.testkit.contract.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.AllowedTools;
import dev.guildhall.ports.ApiKeyId;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Change;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.AgentMode;
import dev.guildhall.ports.agent.AgentOptions;
import dev.guildhall.ports.agent.Approval;
import dev.guildhall.ports.agent.ApprovalDecision;
import dev.guildhall.ports.agent.ApprovalDecision.Remember;
import dev.guildhall.ports.agent.ApprovalDecision.Verdict;
import dev.guildhall.ports.agent.Chat;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.Speaker;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.approval.ApprovalPolicy;
import dev.guildhall.ports.approval.ApprovalRule;
import dev.guildhall.ports.approval.ApprovalStore;
import dev.guildhall.ports.approval.StoredApproval;
import dev.guildhall.ports.approval.SuspendedAnswer;
import dev.guildhall.ports.completion.DecodingOptions;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.tool.ToolEffect;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.ports.webchat.Handover;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.AtOnce;
import dev.guildhall.testkit.contract.Given;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** What every {@link ApprovalStore} does. */
public interface ApprovalStoreContract {
    Instant END = Sample.NOW.plus(Duration.ofHours(24));
    ApprovalDecision YES = new ApprovalDecision(Verdict.APPROVE);

    Stores stores();

    private ApprovalStore approvals() {
        return stores().approvals();
    }

    /** An answer in a chat that waits. */
    static SuspendedAnswer answer(Chat chat) {
        Caller.User caller = new Caller.User(
                chat.userId(),
                new ProfileId(Sample.id("prf")),
                new SessionId(Sample.id("ses")),
                Set.of(Role.USER),
                Optional.of(new AllowedTools(List.of("files.*"))));
        AgentOptions options = new AgentOptions(
                new Sampling(Optional.of("m"), OptionalDouble.of(0.5), OptionalInt.empty(), DecodingOptions.DEFAULT.and(new DecodingOptions.Setting("reasoning_effort", "high", "reasoningEffort"))), Optional.of(false), Optional.of(List.of("a.b")), new Change.Cleared<>(), List.of(), true);
        return new SuspendedAnswer.InChat(
                chat.id(),
                new Handover(caller, AgentMode.WITH_TASKS, options, 2),
                Optional.of(new ApiKeyId(Sample.id("key"))),
                false,
                END);
    }

    /** A call that waits. */
    static StoredApproval call(Chat chat, String callId) {
        Approval asked = new Approval(
                Optional.of(chat.id()),
                Optional.empty(),
                callId,
                "files.remove",
                Map.of("path", "caf\u00e9", "deep", Map.of("n", 1)),
                ToolEffect.DESTRUCTIVE,
                END);
        return new StoredApproval(Sample.id("apr"), chat.userId(), asked);
    }

    /** A chat whose answer waits for these calls. */
    private List<StoredApproval> suspended(Chat chat, String... callIds) {
        List<StoredApproval> calls =
                List.of(callIds).stream().map(id -> call(chat, id)).toList();
        approvals().suspend(answer(chat), calls);
        return calls;
    }

    @Test
    default void a_policy_is_stored_for_its_user() {
        UserId ada = Given.someUser(stores());
        ApprovalPolicy policy = new ApprovalPolicy(
                Map.of(ToolEffect.WRITE, ApprovalRule.DENY), Map.of("files.*", ApprovalRule.ASK));

        assertThat(approvals().policy(ada)).isEmpty();
        approvals().putPolicy(ada, ApprovalPolicy.DEFAULT);
        approvals().putPolicy(ada, policy);

        assertThat(approvals().policy(ada)).contains(policy);
        assertThat(approvals().policy(Given.someUser(stores()))).isEmpty();
        approvals().putPolicy(new UserId(Sample.id("usr")), policy);
    }

    @Test
    default void an_answer_that_waits_is_kept_as_it_is() {
        Chat chat = Given.someChat(stores());
        SuspendedAnswer answer = answer(chat);
        StoredApproval call = call(chat, "c1");

        approvals().suspend(answer, List.of(call));

        assertThat(approvals().suspended(chat.id().value())).contains(answer);
        assertThat(approvals().find(chat.id(), "c1")).containsExactly(call);
        assertThat(approvals().waiting(chat.userId(), Sample.NOW, 9)).containsExactly(call.asked());
        assertThat(approvals().countWaiting(chat.userId(), Sample.NOW)).isEqualTo(1);
        assertThat(approvals().take(chat.id().value(), Sample.NOW)).isEmpty();
    }

    @Test
    default void an_answer_of_a_task_is_kept_as_it_is() {
        UserId ada = Given.someUser(stores());
        TaskId task = new TaskId(Sample.id("task"));
        ChatEntry said = new ChatEntry(
                Speaker.ASSISTANT,
                "so far",
                List.of(new ToolUse("c1", 1, "a.b", Map.of("n", 1), new ToolOutcome.Success("done"))),
                Sample.NOW);
        SuspendedAnswer answer = new SuspendedAnswer.InTask(task, ada, said, new Usage(3, 4), END);
        StoredApproval call = new StoredApproval(
                Sample.id("apr"),
                ada,
                new Approval(
                        Optional.empty(), Optional.of(task), "c1", "a.b", Map.of(), ToolEffect.WRITE, END));

        approvals().suspend(answer, List.of(call));

        assertThat(approvals().suspended(task.value())).contains(answer);
        assertThat(approvals().find(task, "c1")).contains(call);
    }

    /** A call of a task that the chat created. */
    private StoredApproval ofTask(Chat chat, TaskId task) {
        Approval call = call(chat, "c1").asked();
        Approval asked = new Approval(
                Optional.of(chat.id()),
                Optional.of(task),
                call.callId(),
                call.tool(),
                call.parameters(),
                call.effect(),
                END);
        return new StoredApproval(Sample.id("apr"), chat.userId(), asked);
    }

    private StoredApproval suspendedTask(Chat chat) {
        TaskId task = new TaskId(Sample.id("task"));
        StoredApproval call = ofTask(chat, task);
        ChatEntry said = new ChatEntry(Speaker.ASSISTANT, "", List.of(), Sample.NOW);
        approvals().suspend(new SuspendedAnswer.InTask(task, chat.userId(), said, Usage.NONE, END), List.of(call));
        return call;
    }

    @Test
    default void a_task_asks_where_it_or_its_workflow_was_marked_with_the_chat_that_created_it() {
        Chat chat = Given.someChat(stores());
        TaskId alone = new TaskId(Sample.id("task"));
        TaskId step = new TaskId(Sample.id("task"));
        String workflow = Sample.id("wf");

        approvals().askFor(alone.value(), chat.userId(), Optional.empty(), Sample.NOW);
        approvals().askFor(workflow, chat.userId(), Optional.of(chat.id()), Sample.NOW);

        assertThat(approvals().askingFor(alone, Optional.empty())).isEqualTo(new Caller.Work(Optional.empty(), true));
        assertThat(approvals().askingFor(step, Optional.of(workflow)))
                .isEqualTo(new Caller.Work(Optional.of(chat.id()), true));
        assertThat(approvals().askingFor(step, Optional.empty())).isEqualTo(Caller.Work.NONE);
        assertThat(approvals().erase(chat.userId(), 100)).isEqualTo(2);
        assertThat(approvals().askingFor(alone, Optional.of(workflow))).isEqualTo(Caller.Work.NONE);
    }

    @Test
    default void calls_of_tasks_are_found_by_the_chat_that_created_them_after_its_own_and_outlive_it() {
        Chat chat = Given.someChat(stores());
        StoredApproval first = suspendedTask(chat);
        StoredApproval second = suspendedTask(chat);
        assertThat(approvals().find(chat.id(), "c1")).containsExactly(second, first);
        StoredApproval own = suspended(chat, "c1").getFirst();

        assertThat(approvals().find(chat.id(), "c1")).containsExactly(own, second);
        assertThat(approvals().find(first.asked().taskId().orElseThrow(), "c1")).contains(first);
        approvals().decide(second.id(), new ApprovalDecision(Verdict.DENY, Optional.empty(), Optional.empty(), Remember.CHAT), Sample.NOW);
        assertThat(approvals().remembered(chat.id().value())).isEqualTo(Map.of("files.remove", ApprovalRule.DENY));

        stores().conversations().remove(chat.id());

        assertThat(approvals().waiting(chat.userId(), Sample.NOW, 9)).containsExactly(first.asked());
        assertThat(approvals().suspended(first.asked().work())).isPresent();
    }

    @Test
    default void an_answer_is_ready_when_its_last_call_was_decided() {
        Chat chat = Given.someChat(stores());
        String work = chat.id().value();
        List<StoredApproval> calls = suspended(chat, "c1", "c2");
        ApprovalDecision changed = new ApprovalDecision(
                Verdict.APPROVE, Optional.empty(), Optional.of(Map.of("path", "b")), Remember.ONCE);
        ApprovalDecision no =
                new ApprovalDecision(Verdict.DENY, Optional.of("not now"), Optional.empty(), Remember.ONCE);

        boolean first = approvals().decide(calls.getFirst().id(), changed, Sample.NOW);
        List<ApprovalStore.Found> between = approvals().look(Sample.NOW, List.of(work), 9);
        boolean second = approvals().decide(calls.getLast().id(), no, Sample.NOW.plusSeconds(1));
        Optional<ApprovalStore.Taken> taken = approvals().take(work, Sample.NOW);

        assertThat(List.of(first, second)).containsExactly(true, true);
        assertThat(between).containsExactly(new ApprovalStore.Found(answer(taken), Optional.empty()));
        assertThat(taken.orElseThrow().approvals())
                .extracting(one -> one.decision().orElseThrow())
                .containsExactlyInAnyOrder(changed, no);
        assertThat(approvals().suspended(work)).isEmpty();
        assertThat(approvals().find(chat.id(), "c1").getFirst().isWaiting(Sample.NOW)).isFalse();
        assertThat(approvals().decide(calls.getFirst().id(), YES, Sample.NOW)).isFalse();
    }

    private static SuspendedAnswer answer(Optional<ApprovalStore.Taken> taken) {
        return taken.orElseThrow().answer();
    }

    @Test
    default void what_is_ready_is_found_with_the_time_since_when() {
        Chat decided = Given.someChat(stores());
        Chat expired = Given.someChat(stores());
        approvals().decide(suspended(decided, "c1").getFirst().id(), YES, Sample.NOW);
        suspended(expired, "c1");

        List<ApprovalStore.Found> now = approvals().look(Sample.NOW, List.of(), 1_000);
        List<ApprovalStore.Found> later = approvals().look(END, List.of(), 1_000);

        assertThat(now).anyMatch(one -> isOf(one, decided, Sample.NOW)).noneMatch(one -> isOf(one, expired, END));
        assertThat(later).anyMatch(one -> isOf(one, expired, END));
        assertThat(approvals().decide(approvals().find(expired.id(), "c1").getFirst().id(), YES, END))
                .isFalse();
        assertThat(approvals().take(expired.id().value(), END).orElseThrow().approvals())
                .allMatch(one -> one.decision().isEmpty());
    }

    private static boolean isOf(ApprovalStore.Found found, Chat chat, Instant since) {
        return found.answer().work().equals(chat.id().value())
                && found.readyAt().filter(since::equals).isPresent();
    }

    @RepeatedTest(3)
    default void of_decisions_at_once_one_is_stored_and_of_nodes_at_once_one_takes_the_answer() throws Exception {
        Chat chat = Given.someChat(stores());
        String id = suspended(chat, "c1").getFirst().id();
        Callable<Boolean> deciding = () -> approvals().decide(id, YES, Sample.NOW);
        Callable<Boolean> taking = () -> approvals().take(chat.id().value(), Sample.NOW).isPresent();

        assertThat(AtOnce.run(Collections.nCopies(6, deciding))).containsOnlyOnce(true);
        assertThat(AtOnce.run(Collections.nCopies(6, taking))).containsOnlyOnce(true);
    }

    @Test
    default void an_answer_that_is_withdrawn_does_not_go_on() {
        Chat chat = Given.someChat(stores());
        String id = suspended(chat, "c1").getFirst().id();

        assertThat(approvals().withdraw(chat.id().value())).isTrue();
        assertThat(approvals().withdraw(chat.id().value())).isFalse();

        assertThat(approvals().decide(id, YES, Sample.NOW)).isFalse();
        assertThat(approvals().waiting(chat.userId(), Sample.NOW, 9)).isEmpty();
        assertThat(approvals().find(chat.id(), "c1").getFirst().isOpen()).isFalse();
    }

    @Test
    default void a_call_that_waits_is_found_before_an_older_one_of_the_same_identifier() {
        Chat chat = Given.someChat(stores());
        suspended(chat, "c1");
        approvals().withdraw(chat.id().value());
        StoredApproval second = suspended(chat, "c1").getFirst();

        assertThat(approvals().find(chat.id(), "c1").getFirst()).isEqualTo(second);
        assertThat(approvals().find(chat.id(), "c2")).isEmpty();
        assertThat(approvals().find(Given.someChat(stores()).id(), "c1")).isEmpty();
    }

    @Test
    default void the_latest_decision_for_a_chat_is_remembered() {
        Chat chat = Given.someChat(stores());
        for (Verdict verdict : List.of(Verdict.APPROVE, Verdict.DENY)) {
            String id = suspended(chat, "c1").getFirst().id();
            approvals()
                    .decide(
                            id,
                            new ApprovalDecision(verdict, Optional.empty(), Optional.empty(), Remember.CHAT),
                            Sample.NOW);
            approvals().take(chat.id().value(), Sample.NOW);
        }

        approvals().sweep(END.plusSeconds(1), 1_000);
        assertThat(approvals().remembered(chat.id().value())).isEqualTo(Map.of("files.remove", ApprovalRule.DENY));
        assertThat(approvals().remembered(Given.someChat(stores()).id().value())).isEmpty();
    }

    @Test
    default void old_calls_are_swept_and_what_belongs_to_a_chat_is_removed_with_it() {
        Chat chat = Given.someChat(stores());
        suspended(chat, "c1");
        approvals().sweep(END.plusSeconds(1), 1_000);
        assertThat(approvals().find(chat.id(), "c1")).hasSize(1);
        approvals().withdraw(chat.id().value());
        approvals().sweep(END, 1_000);
        assertThat(approvals().find(chat.id(), "c1")).hasSize(1);
        approvals().sweep(END.plusSeconds(1), 1_000);
        assertThat(approvals().find(chat.id(), "c1")).isEmpty();

        suspended(chat, "c2");
        stores().conversations().remove(chat.id());

        assertThat(approvals().suspended(chat.id().value())).isEmpty();
        assertThat(approvals().find(chat.id(), "c2")).isEmpty();
        assertThat(approvals().waiting(chat.userId(), Sample.NOW, 9)).isEmpty();
    }

    @Test
    default void a_user_is_erased() {
        Chat chat = Given.someChat(stores());
        suspended(chat, "c1");
        approvals().putPolicy(chat.userId(), ApprovalPolicy.DEFAULT);

        assertThat(approvals().erase(chat.userId(), 100)).isEqualTo(3);

        assertThat(approvals().policy(chat.userId())).isEmpty();
        assertThat(approvals().suspended(chat.id().value())).isEmpty();
    }
}
