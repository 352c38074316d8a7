package dev.guildhall.core.agent;

import static dev.guildhall.core.agent.Conversing.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Refused;
import dev.guildhall.core.config.AgentLimits;
import dev.guildhall.ports.agent.AgentReply;
import dev.guildhall.ports.agent.AgentTrace;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.completion.Completion;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.ScriptedChatModel;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class EmptyReplyTest {
    private static final Problem NOTHING =
            new CompletionProblem.ProviderFailed("the model answered nothing: no text and no call of a tool");

    private final Conversing talk = new Conversing();

    @Test
    void a_model_that_answers_nothing_is_asked_the_same_once_more() {
        talk.modelSays("").modelSays("here I am");

        AgentReply reply = talk.ask("hello");

        assertThat(reply.message().content()).isEqualTo("here I am");
        assertThat(talk.asked()).hasSize(2);
        assertThat(talk.asked().getLast()).isEqualTo(talk.asked().getFirst());
        assertThat(talk.kept()).extracting(ChatEntry::content).containsExactly("hello", "here I am");
    }

    @Test
    void a_model_that_answers_nothing_twice_has_failed_and_the_question_stays_unanswered() {
        talk.modelSays("").modelSays(" \n");

        Problem problem = Refused.by(() -> talk.ask("hello"));

        assertThat(problem).isEqualTo(NOTHING);
        assertThat(talk.asked()).hasSize(2);
        assertThat(talk.kept()).extracting(ChatEntry::content).containsExactly("hello");
        assertThat(talk.memories()).isEmpty();
        assertThat(talk.traces())
                .singleElement()
                .extracting(AgentTrace::outcome)
                .isEqualTo(AgentTrace.Outcome.FAILED);
    }

    @Test
    void an_answer_without_words_whose_rest_was_left_out_says_so_in_its_notice() {
        String notice = Completion.partLeftOut("a picture");
        talk.model(request -> ScriptedChatModel.says(request, "").withWarnings(List.of(notice)));
        talk.modelSays("a cat");

        AgentReply reply = talk.ask("draw");
        talk.ask("what was it?");

        assertThat(reply.message().content()).isEmpty();
        assertThat(reply.message().notices()).containsExactly(notice);
        assertThat(talk.asked()).hasSize(2);
        assertThat(Shown.to(talk.asked().getLast())).contains("assistant: (The answer had no text.)");
    }

    @Test
    void a_model_that_answers_nothing_and_warns_of_a_setting_has_failed() {
        String warning = "top_k is not supported by the model's provider and was left out";
        talk.model(request -> ScriptedChatModel.says(request, "").withWarnings(List.of(warning)));
        talk.model(request -> ScriptedChatModel.says(request, "").withWarnings(List.of(warning)));

        assertThat(Refused.by(() -> talk.ask("hello"))).isEqualTo(NOTHING);
    }

    @Test
    void what_tools_did_before_a_model_answered_nothing_is_kept() {
        talk.tools().addEcho("a.echo");
        talk.modelCalls(call("c1", "a.echo")).modelSays("").modelSays("");

        Problem problem = Refused.by(() -> talk.ask("hello"));

        assertThat(problem).isEqualTo(NOTHING);
        assertThat(talk.kept().getLast().toolUses()).extracting(ToolUse::callId).containsExactly("c1");
    }

    @Test
    void calls_are_nothing_where_none_is_made_any_more() {
        Conversing one = new Conversing(
                Sample.with(AgentLimits.DEFAULT, "loop", Sample.with(AgentLimits.Loop.DEFAULT, "rounds", 1)));
        one.tools().addEcho("a.echo");
        one.modelCalls(call("c1", "a.echo")).modelCalls(call("c2", "a.echo")).modelCalls(call("c3", "a.echo"));

        Problem problem = Refused.by(() -> one.ask("hello"));

        assertThat(problem).isEqualTo(NOTHING);
        assertThat(one.tools().invocations()).isEqualTo(1);
    }
}
