package dev.guildhall.integrations.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Core;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Change;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Numbered;
import dev.guildhall.ports.agent.AgentOptions;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.agent.Approval;
import dev.guildhall.ports.agent.ApprovalDecision;
import dev.guildhall.ports.agent.ApprovalDecision.Verdict;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.NodeDescription;
import dev.guildhall.ports.webchat.ChatQuestion;
import dev.guildhall.ports.webchat.Reply;
import dev.guildhall.ports.webchat.ReplyEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Replies of a front-end whose agent service is at another address, and whose calls wait for their users (chat-13). */
@Timeout(60)
class RemoteApprovalTest {
    private final Stores stores = InMemoryStores.empty();

    @AutoClose
    private final AgentServer agent = new AgentServer(stores);

    @AutoClose
    private final Core front = Core.of(parts -> parts.stores(stores)
            .node(new NodeDescription(Instant.now(), "", List.of("chat")))
            .agentClient(sessions -> agent.client()));

    private final Caller.User ada = agent.someone();

    private ChatId asked() {
        AgentRequest question = AgentRequest.ofQuestion(ada.userId(), "call 21");
        AgentRequest request = new AgentRequest(
                question.userId(),
                question.mode(),
                question.chatId(),
                question.messages(),
                new AgentOptions(
                        Sampling.DEFAULT, Optional.empty(), Optional.empty(), new Change.Kept<>(), List.of(), true));
        return front.webChats()
                .send(ada, new ChatQuestion(request, List.of()))
                .chat()
                .id();
    }

    private void awaitWait(ChatId chat) {
        while (stores.replies()
                .latest(chat)
                .filter(reply -> reply.status() == Reply.Status.WAITING)
                .isEmpty()) {
            Thread.onSpinWait();
        }
    }

    private List<ReplyEvent> events(ChatId chat) {
        List<ReplyEvent> all = new ArrayList<>();
        front.webChats().follow(ada, chat, 0, (Numbered<ReplyEvent> event) -> all.add(event.event()));
        return all;
    }

    private Approval waiting() {
        return agent.core().approvals().waiting(ada).getFirst();
    }

    @Test
    void no_thread_and_no_stream_waits_and_the_reply_goes_on_after_the_decision() {
        front.start();
        ChatId chat = asked();
        awaitWait(chat);

        // The wait is stored a moment before its answer ends here.
        while (front.runningAnswers() + agent.core().runningAnswers() > 0) {
            Thread.onSpinWait();
        }
        assertThat(waiting().chatId()).contains(chat);
        front.webChats().decide(ada, chat, waiting().callId(), new ApprovalDecision(Verdict.APPROVE));

        List<ReplyEvent> events = events(chat);
        assertThat(events)
                .filteredOn(ReplyEvent.ApprovalAsked.class::isInstance)
                .hasSize(1);
        assertThat(events).filteredOn(ReplyEvent.ToolFinished.class::isInstance).hasSize(1);
        assertThat(events.getLast())
                .isInstanceOfSatisfying(
                        ReplyEvent.Done.class,
                        done -> assertThat(done.content()).contains("42"));
        assertThat(stores.conversations().latest(chat, 9))
                .extracting(ChatEntry::content)
                .hasSize(2)
                .last()
                .asString()
                .contains("42");
    }

    @Test
    void a_stop_ends_the_wait() {
        front.start();
        ChatId chat = asked();
        awaitWait(chat);

        front.webChats().stop(ada, chat);

        assertThat(events(chat).getLast())
                .isInstanceOfSatisfying(
                        ReplyEvent.Done.class,
                        done -> assertThat(done.stopped()).isTrue());
        assertThat(agent.core().approvals().waiting(ada)).isEmpty();
    }
}
