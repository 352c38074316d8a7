package dev.guildhall.core.agent;

import static dev.guildhall.core.agent.Conversing.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Core;
import dev.guildhall.core.Installation;
import dev.guildhall.core.Intercepted;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Change;
import dev.guildhall.ports.agent.AgentEvent;
import dev.guildhall.ports.agent.AgentListener;
import dev.guildhall.ports.agent.AgentOptions;
import dev.guildhall.ports.agent.AgentReply;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.agent.Approval;
import dev.guildhall.ports.agent.ApprovalDecision;
import dev.guildhall.ports.agent.ApprovalDecision.Verdict;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.ConversationStore;
import dev.guildhall.ports.approval.ApprovalPolicy;
import dev.guildhall.ports.approval.ApprovalRule;
import dev.guildhall.ports.approval.ApprovalStore;
import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.ScriptedChatModel;
import java.time.Duration;
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

/** Two nodes know that an answer can go on, and one of them continues it (approvals-5). */
@Timeout(30)
class ApprovalOnTwoNodesTest {
    private static final Duration LONGER_THAN_THE_GRACE = Duration.ofSeconds(5);
    private static final ApprovalPolicy ASKING = new ApprovalPolicy(Map.of(), Map.of("a.act", ApprovalRule.ASK));

    private final CountDownLatch found = new CountDownLatch(1);
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch tookOver = new CountDownLatch(1);
    private final CountDownLatch mayEnd = new CountDownLatch(1);
    private final BlockingQueue<Approval> asked = new LinkedBlockingQueue<>();
    private final Stores stores = InMemoryStores.empty();
    private final FakeTools tools = new FakeTools().add("a.act", arguments -> {
        begun.countDown();
        await(mayEnd);
        return new ToolOutcome.Success("acted");
    });
    private final Installation first = node(stores);

    @AutoClose
    private final Core started = first.core();

    private Installation node(Stores seen) {
        return new Installation(
                seen, parts -> parts.tools(tools).chatModel(new ScriptedChatModel(ApprovalOnTwoNodesTest::answer)));
    }

    private static Completion answer(CompletionRequest request) {
        return request.messages().getLast() instanceof ChatMessage.ToolResult
                ? ScriptedChatModel.says(request, "It is done.")
                : ScriptedChatModel.calls(request, List.of(call("c1", "a.act", Map.of())));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        }
    }

    /** Its look at the answers returns what it found after the first node has begun the tool. */
    private Core second() {
        ApprovalStore late =
                Intercepted.of(ApprovalStore.class, stores.approvals(), (method, arguments) -> {}, (method, answer) -> {
                    if (method.getName().equals("look") && !((List<?>) answer).isEmpty()) {
                        found.countDown();
                        await(begun);
                    }
                });
        ConversationStore conversations = Intercepted.of(
                ConversationStore.class, stores.conversations(), (method, arguments) -> {}, (method, answer) -> {
                    if (method.getName().equals("takeOver")) {
                        tookOver.countDown();
                    }
                });
        Stores seen = Sample.with((InMemoryStores) stores, "approvals", late);
        return new Installation(
                        Sample.with((InMemoryStores) seen, "conversations", conversations),
                        parts -> parts.clock(first.time())
                                .ticker(first.time())
                                .tools(tools)
                                .chatModel(new ScriptedChatModel(ApprovalOnTwoNodesTest::answer)))
                .core();
    }

    private final class Client implements AgentListener {
        @Override
        public void accept(AgentEvent event) {
            if (event instanceof AgentEvent.ApprovalAsked(Approval approval)) {
                asked.add(approval);
            }
        }

        @Override
        public boolean staysOpen() {
            return true;
        }
    }

    @Test
    void the_node_that_comes_second_took_the_turn_from_the_first() throws Exception {
        Caller.User ada = first.someone();
        stores.approvals().putPolicy(ada.userId(), ASKING);
        AgentRequest question = AgentRequest.ofQuestion(ada.userId(), "act");
        AgentRequest request = new AgentRequest(
                question.userId(),
                question.mode(),
                question.chatId(),
                question.messages(),
                new AgentOptions(
                        Sampling.DEFAULT, Optional.of(false), Optional.empty(), new Change.Kept<>(), List.of(), true));
        Core second = second();
        CompletableFuture<AgentReply> reply =
                CompletableFuture.supplyAsync(() -> started.agents().chat(ada, request, new Client()));
        Approval call = asked.take();

        Thread.ofVirtual()
                .start(() -> second.approvals()
                        .decide(
                                ada,
                                call.chatId().orElseThrow(),
                                call.callId(),
                                new ApprovalDecision(Verdict.APPROVE)));
        found.await();
        started.start();
        while (begun.getCount() > 0) {
            first.time().advance(LONGER_THAN_THE_GRACE);
            Thread.yield();
        }
        tookOver.await();
        mayEnd.countDown();

        assertThat(reply.get().message().content()).isEqualTo("It is done.");
        List<ChatEntry> messages = stores.conversations().latest(call.chatId().orElseThrow(), 9);
        assertThat(messages).extracting(ChatEntry::content).containsExactly("act", "It is done.");
        assertThat(messages.getLast().ended()).isEmpty();
        assertThat(tools.invocations()).isEqualTo(1);
    }
}
