package dev.guildhall.core.agent;

import static dev.guildhall.core.agent.Conversing.call;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.core.Core;
import dev.guildhall.core.Installation;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Change;
import dev.guildhall.ports.agent.AgentEvent;
import dev.guildhall.ports.agent.AgentListener;
import dev.guildhall.ports.agent.AgentOptions;
import dev.guildhall.ports.agent.AgentReply;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.agent.AgentTrace;
import dev.guildhall.ports.agent.Approval;
import dev.guildhall.ports.agent.ApprovalDecision;
import dev.guildhall.ports.agent.ApprovalDecision.Verdict;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.approval.ApprovalPolicy;
import dev.guildhall.ports.approval.ApprovalRule;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.testkit.ScriptedChatModel;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** approvals-6, where the node notices only after the decision that the client has left. */
@Timeout(30)
class LeavingClientTest {
    private static final ApprovalPolicy ASKING = new ApprovalPolicy(Map.of(), Map.of("a.act", ApprovalRule.ASK));

    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch mayEnd = new CountDownLatch(1);
    private final BlockingQueue<AgentEvent> events = new LinkedBlockingQueue<>();
    private final FakeTools tools = new FakeTools().add("a.act", arguments -> {
        begun.countDown();
        try {
            mayEnd.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        }
        return new ToolOutcome.Success("acted");
    });
    private final Installation installation =
            new Installation(parts -> parts.tools(tools).chatModel(new ScriptedChatModel(LeavingClientTest::answer)));

    @AutoClose
    private final Core core = installation.core();

    private static Completion answer(CompletionRequest request) {
        return request.messages().getLast() instanceof ChatMessage.ToolResult
                ? ScriptedChatModel.says(request, "It is done.")
                : ScriptedChatModel.calls(request, List.of(call("c1", "a.act", Map.of())));
    }

    private final class Client implements AgentListener {
        private final boolean failsAfterwards;
        private volatile boolean hasGone;

        Client(boolean failsAfterwards) {
            this.failsAfterwards = failsAfterwards;
        }

        @Override
        public void accept(AgentEvent event) {
            if (hasGone) {
                throw new IllegalStateException("the client has disconnected");
            }
            events.add(event);
            hasGone = failsAfterwards && event instanceof AgentEvent.ApprovalAsked;
        }

        @Override
        public boolean staysOpen() {
            return true;
        }
    }

    private Caller.User asking() {
        Caller.User ada = installation.someone();
        installation.stores().approvals().putPolicy(ada.userId(), ASKING);
        return ada;
    }

    private static AgentRequest question(Caller.User ada) {
        AgentRequest question = AgentRequest.ofQuestion(ada.userId(), "act");
        return new AgentRequest(
                question.userId(),
                question.mode(),
                question.chatId(),
                question.messages(),
                new AgentOptions(
                        Sampling.DEFAULT, Optional.of(false), Optional.empty(), new Change.Kept<>(), List.of(), true));
    }

    private final CompletableFuture<AgentReply> reply = new CompletableFuture<>();

    private Thread ask(Caller.User ada, AgentListener listener) {
        return Thread.ofVirtual().start(() -> {
            try {
                reply.complete(core.agents().chat(ada, question(ada), listener));
            } catch (RuntimeException refused) {
                reply.completeExceptionally(refused);
            }
        });
    }

    private Approval asked(Thread client) throws InterruptedException {
        while (true) {
            if (events.take() instanceof AgentEvent.ApprovalAsked(Approval approval)) {
                awaitWait(client);
                return approval;
            }
        }
    }

    /** A decision continues only the answers of clients that have begun to wait. */
    private static void awaitWait(Thread client) {
        while (client.getState() != Thread.State.WAITING
                || Arrays.stream(client.getStackTrace())
                        .noneMatch(frame -> frame.getClassName().equals(ApprovalWaits.class.getName()))) {
            Thread.yield();
        }
    }

    private void approve(Caller.User ada, Approval call) {
        core.approvals().decide(ada, call.chatId().orElseThrow(), call.callId(), new ApprovalDecision(Verdict.APPROVE));
    }

    private void awaitEnd() {
        while (core.runningAnswers() > 0) {
            Thread.yield();
        }
    }

    private void assertAnswered(Caller.User ada, Approval call) {
        List<ChatEntry> messages =
                installation.stores().conversations().latest(call.chatId().orElseThrow(), 9);
        assertThat(messages).extracting(ChatEntry::content).containsExactly("act", "It is done.");
        assertThat(messages.getLast().ended()).isEmpty();
        assertThat(core.agents().trace(ada, ada.userId(), call.chatId().orElseThrow()))
                .extracting(AgentTrace::outcome)
                .containsExactly(AgentTrace.Outcome.COMPLETED);
        assertThat(tools.invocations()).isEqualTo(1);
    }

    private void assertEndsWith(Class<? extends Problem> problem) {
        assertThatThrownBy(reply::get)
                .cause()
                .isInstanceOfSatisfying(
                        Refusal.class, refused -> assertThat(refused.problem()).isInstanceOf(problem));
    }

    @Test
    void an_approved_call_was_cancelled_by_the_client_that_had_left_before() throws Exception {
        Caller.User ada = asking();
        Thread client = ask(ada, new Client(false));
        Approval call = asked(client);

        approve(ada, call);
        begun.await();
        client.interrupt();
        assertEndsWith(CommonProblem.Cancelled.class);
        assertThat(core.runningAnswers()).isEqualTo(1);
        int received = events.size();
        mayEnd.countDown();
        awaitEnd();

        assertThat(events).hasSize(received);
        assertAnswered(ada, call);
    }

    @Test
    void an_approved_call_was_cancelled_when_its_event_could_not_be_sent() throws Exception {
        Caller.User ada = asking();
        Approval call = asked(ask(ada, new Client(true)));

        mayEnd.countDown();
        approve(ada, call);

        assertThat(reply.get().message().content()).isEqualTo("It is done.");
        assertAnswered(ada, call);
    }

    @Test
    void an_answer_that_went_on_without_its_client_was_not_counted_as_running() throws Exception {
        Caller.User ada = asking();
        Thread client = ask(ada, new Client(false));
        Approval call = asked(client);
        client.interrupt();
        assertEndsWith(CommonProblem.Cancelled.class);

        approve(ada, call);
        core.start();
        while (begun.getCount() > 0) {
            installation.time().advance(Duration.ofSeconds(5));
            Thread.yield();
        }

        assertThat(core.runningAnswers()).isEqualTo(1);
        mayEnd.countDown();
        awaitEnd();
        assertAnswered(ada, call);
    }

    @Test
    void a_node_that_stops_takes_up_no_answer() throws Exception {
        Caller.User ada = asking();
        Approval call = asked(ask(ada, new Client(false)));

        core.refuseApprovedAnswers();
        approve(ada, call);

        assertEndsWith(CommonProblem.Unavailable.class);
        assertThat(tools.invocations()).isZero();
        assertThat(installation.stores().approvals().suspended(call.work())).isPresent();
    }
}
