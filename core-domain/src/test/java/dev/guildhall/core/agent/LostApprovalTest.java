package dev.guildhall.core.agent;

import static dev.guildhall.core.agent.Conversing.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.core.Core;
import dev.guildhall.core.Installation;
import dev.guildhall.ports.AssistantId;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Change;
import dev.guildhall.ports.agent.AgentOptions;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.agent.AgentTrace;
import dev.guildhall.ports.agent.Approval;
import dev.guildhall.ports.agent.ApprovalDecision;
import dev.guildhall.ports.agent.ApprovalDecision.Verdict;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.IncompleteReason;
import dev.guildhall.ports.agent.Speaker;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.approval.ApprovalPolicy;
import dev.guildhall.ports.approval.ApprovalRule;
import dev.guildhall.ports.approval.SuspendedAnswer;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.group.Audience;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.task.TaskId;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.testkit.ScriptedChatModel;
import dev.guildhall.testkit.contract.agent.AssistantStoreContract;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** approvals-5, where the assistant or the task of an answer is gone when it can go on. */
@Timeout(30)
class LostApprovalTest {
    private static final Duration LONGER_THAN_THE_GRACE = Duration.ofSeconds(5);
    private static final ApprovalPolicy ASKING = new ApprovalPolicy(Map.of(), Map.of("a.act", ApprovalRule.ASK));

    private final FakeTools tools = new FakeTools().add("a.act", arguments -> new ToolOutcome.Success("acted"));
    private final Installation installation = new Installation(parts -> parts.tools(tools)
            .chatModel(new ScriptedChatModel(
                    request -> ScriptedChatModel.calls(request, List.of(call("c1", "a.act", Map.of()))))));

    @AutoClose
    private final Core core = installation.core();

    private AgentRequest question(Caller.User caller, AssistantId assistant) {
        AgentRequest question = AgentRequest.ofQuestion(caller.userId(), "act");
        return new AgentRequest(
                question.userId(),
                question.mode(),
                question.chatId(),
                question.messages(),
                new AgentOptions(
                        Sampling.DEFAULT,
                        Optional.of(false),
                        Optional.empty(),
                        new Change.Replaced<>(assistant),
                        List.of(),
                        true));
    }

    @Test
    void an_answer_whose_assistant_was_deleted_was_looked_at_for_ever() {
        Caller.User ada = installation.someone();
        core.approvals().replacePolicy(ada, ASKING);
        AssistantId assistant = core.assistants()
                .create(ada, AssistantStoreContract.definition("Helper", Audience.PRIVATE))
                .id();
        assertThatThrownBy(() -> core.agents().chat(ada, question(ada, assistant), event -> {}))
                .isInstanceOf(Refusal.class);
        Approval call = core.approvals().waiting(ada).getFirst();
        String work = call.chatId().orElseThrow().value();
        core.assistants().delete(ada, assistant);

        core.approvals().decide(ada, call.chatId().orElseThrow(), call.callId(), new ApprovalDecision(Verdict.APPROVE));
        core.start();

        awaitWithdrawn(work);
        assertThat(tools.invocations()).isZero();
        assertFailed(ada, call);
    }

    @Test
    void a_call_that_could_not_be_made_said_for_good_that_it_waits() {
        Caller.User ada = installation.someone();
        core.approvals().replacePolicy(ada, ASKING);
        AssistantId assistant = core.assistants()
                .create(ada, AssistantStoreContract.definition("Helper", Audience.PRIVATE))
                .id();
        assertThatThrownBy(() -> core.agents().chat(ada, question(ada, assistant), event -> {}))
                .isInstanceOf(Refusal.class);
        Approval call = core.approvals().waiting(ada).getFirst();
        core.assistants().delete(ada, assistant);
        AgentRequest resumed = question(ada, assistant).in(call.chatId().orElseThrow());

        assertThatThrownBy(() -> core.agents().resume(ada, resumed, event -> {}))
                .isInstanceOf(Refusal.class);
        assertThat(core.approvals().waiting(ada)).containsExactly(call);
        core.approvals().decide(ada, call.chatId().orElseThrow(), call.callId(), new ApprovalDecision(Verdict.APPROVE));
        assertThatThrownBy(() -> core.agents().resume(ada, resumed, event -> {}))
                .isInstanceOf(Refusal.class);

        assertThat(installation.stores().approvals().suspended(call.work())).isEmpty();
        assertFailed(ada, call);
    }

    private void assertFailed(Caller.User ada, Approval call) {
        ChatEntry said = installation
                .stores()
                .conversations()
                .latest(call.chatId().orElseThrow(), 1)
                .getFirst();
        assertThat(said.ended()).contains(IncompleteReason.FAILED);
        assertThat(said.toolUses())
                .extracting(ToolUse::outcome)
                .asString()
                .contains("the answer could not go on", "assistant");
        AgentTrace trace = core.agents()
                .trace(ada, ada.userId(), call.chatId().orElseThrow())
                .getLast();
        assertThat(trace.outcome()).isEqualTo(AgentTrace.Outcome.FAILED);
        assertThat(trace.steps().getLast())
                .isInstanceOfSatisfying(
                        AgentTrace.ToolCall.class,
                        step -> assertThat(step.error()).asString().contains("assistant"));
    }

    private void awaitWithdrawn(String work) {
        while (installation.stores().approvals().suspended(work).isPresent()) {
            installation.time().advance(LONGER_THAN_THE_GRACE);
            Thread.yield();
        }
    }

    @Test
    void an_answer_of_a_task_that_has_ended_was_looked_at_for_ever() {
        Instant now = installation.time().instant();
        SuspendedAnswer.InTask left = new SuspendedAnswer.InTask(
                new TaskId("task_0"),
                installation.someone().userId(),
                new ChatEntry(Speaker.ASSISTANT, "", List.of(), now),
                Usage.NONE,
                now);
        installation.stores().approvals().suspend(left, List.of());

        core.start();

        awaitWithdrawn(left.work());
    }
}
