package dev.guildhall.core.webchat;

import static dev.guildhall.core.agent.Conversing.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Installation;
import dev.guildhall.core.NamedModel;
import dev.guildhall.core.Refused;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Numbered;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.agent.QuestionAnswer;
import dev.guildhall.ports.agent.ReplyDetails;
import dev.guildhall.ports.agent.ToolQuestion;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.webchat.ChatQuestion;
import dev.guildhall.ports.webchat.ReplyEvent;
import dev.guildhall.testkit.ScriptedChatModel;
import dev.guildhall.testkit.contract.agent.AskingTool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A node stops while a call of an answer waits for its user: the call ends, and another node continues the answer. */
@Timeout(30)
class GivenUpQuestionTest {
    private final Stores stores = InMemoryStores.empty();
    private final List<CompletionRequest> askedAgain = new CopyOnWriteArrayList<>();
    private final Installation first = new Installation(
            stores, parts -> parts.endpoints(() -> List.of(new AskingTool())).chatModel(new CallingModel()));
    private final Caller.User ada = first.someone();

    /** Calls the tool that asks. */
    private static final class CallingModel extends NamedModel {
        CallingModel() {
            super(request -> ScriptedChatModel.calls(request, List.of(call("c1", AskingTool.NAME))));
        }
    }

    private List<ReplyEvent> events(ChatId chat) {
        return stores.replies().events(chat, 0, 100).stream()
                .map(Numbered::event)
                .toList();
    }

    /** The question, once its event is stored, which takes a short while; the tool's own time does not end meanwhile. */
    private ToolQuestion asked(ChatId chat) {
        while (true) {
            Thread.yield();
            for (ReplyEvent event : events(chat)) {
                if (event instanceof ReplyEvent.QuestionAsked(ToolQuestion question)) {
                    return question;
                }
            }
            first.time().advance(Duration.ofMillis(1));
        }
    }

    private ChatId waiting() {
        first.core().importTools();
        return first.core()
                .webChats()
                .send(ada, new ChatQuestion(AgentRequest.ofQuestion(ada.userId(), "book"), List.of()))
                .chat()
                .id();
    }

    private Installation second() {
        return new Installation(
                stores,
                parts -> parts.clock(first.time())
                        .ticker(first.time())
                        .endpoints(() -> List.of(new AskingTool()))
                        .chatModel(new NamedModel(request -> {
                            askedAgain.add(request);
                            return ScriptedChatModel.says(request, "Nothing was booked.");
                        })));
    }

    @Test
    void the_question_ends_with_the_stop_of_its_node_and_the_answer_goes_on_without_its_call() {
        ChatId chat = waiting();
        ToolQuestion question = asked(chat);

        first.core().giveUpAnswers();

        assertThat(first.core().runningAnswers()).isZero();
        first.core().close();
        Installation second = second();
        assertThat(Refused.by(() -> second.agents()
                        .answer(ada, chat, question.id(), new QuestionAnswer(QuestionAnswer.Action.DECLINE))))
                .isInstanceOf(CommonProblem.Conflict.class);
        List<ReplyEvent> events = new ArrayList<>();
        second.core().webChats().open(ada, chat);
        second.core().webChats().follow(ada, chat, 0, event -> events.add(event.event()));
        assertThat(events.getLast())
                .usingRecursiveComparison()
                .ignoringFields("details")
                .isEqualTo(new ReplyEvent.Done(
                        chat, "Nothing was booked.", List.of(AskingTool.NAME), false, List.of(), ReplyDetails.NONE));
        assertThat(events)
                .filteredOn(ReplyEvent.ToolFinished.class::isInstance)
                .singleElement()
                .satisfies(event -> {
                    ToolUse use = ((ReplyEvent.ToolFinished) event).use();
                    assertThat(use.callId()).isEqualTo(question.callId());
                    assertThat(((ToolOutcome.Failure) use.outcome()).kind()).isEqualTo(FailureKind.CANCELLED);
                    assertThat(((ToolOutcome.Failure) use.outcome()).message()).contains("interrupted");
                });
        assertThat(askedAgain.getFirst().messages().getLast().content()).contains("interrupted");
    }
}
