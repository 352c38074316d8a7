package dev.guildhall.core.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Installation;
import dev.guildhall.core.Refused;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.agent.AgentReply;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.Conversation;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ConversationAccessTest {
    private final Installation installation =
            new Installation(parts -> parts.adminEmails(Set.of(new Email("boss@example.org"))));
    private final Caller.User ada = installation.someone();
    private final Caller.User eve = installation.someone();
    private final Caller.User boss = installation.bearer(installation.register("boss@example.org"));
    private final ChatId adasChat =
            say(ada, AgentRequest.ofQuestion(ada.userId(), "hello")).chatId();

    private AgentReply say(Caller caller, AgentRequest request) {
        return installation.agents().chat(caller, request, event -> {});
    }

    private Problem refusalOf(Caller caller, AgentRequest request) {
        return Refused.by(() -> say(caller, request));
    }

    @Test
    void somebody_elses_conversation_is_asked_and_read_as_one_that_does_not_exist() {
        AgentRequest question = AgentRequest.ofQuestion(eve.userId(), "let me in");
        ChatId unknown = new ChatId("chat_unknown");

        assertThat(List.of(
                        refusalOf(eve, question.in(adasChat)),
                        refusalOf(eve, question.in(unknown)),
                        Refused.by(() -> installation.agents().conversation(eve, eve.userId(), adasChat)),
                        Refused.by(() -> installation.agents().conversation(eve, eve.userId(), unknown))))
                .containsOnly(new CommonProblem.NotFound("chat"));
    }

    @Test
    void naming_another_user_is_forbidden() {
        AgentRequest asAda = AgentRequest.ofQuestion(ada.userId(), "as ada");

        assertThat(refusalOf(eve, asAda)).isInstanceOf(CommonProblem.Forbidden.class);
        assertThat(refusalOf(eve, asAda.in(adasChat))).isInstanceOf(CommonProblem.Forbidden.class);
        assertThat(Refused.by(() -> installation.agents().conversation(eve, ada.userId(), adasChat)))
                .isInstanceOf(CommonProblem.Forbidden.class);
    }

    @Test
    void an_admin_speaks_and_reads_in_the_name_of_others() {
        say(boss, AgentRequest.ofQuestion(ada.userId(), "from above").in(adasChat));

        Conversation conversation = installation.agents().conversation(boss, ada.userId(), adasChat);

        assertThat(conversation.messages()).extracting(ChatEntry::content).contains("hello", "from above");
        assertThat(conversation.chat().userId()).isEqualTo(ada.userId());
    }

    @Test
    void an_admin_who_names_the_wrong_owner_finds_nothing() {
        Problem problem = Refused.by(() -> installation.agents().conversation(boss, eve.userId(), adasChat));

        assertThat(problem).isEqualTo(new CommonProblem.NotFound("chat"));
    }

    @Test
    void a_stranger_gets_no_answer_and_leaves_nothing_behind() {
        AgentRequest question = AgentRequest.ofQuestion(ada.userId(), "hi");

        assertThat(refusalOf(Caller.anonymous(), question)).isInstanceOf(CommonProblem.Unauthenticated.class);
        assertThat(Refused.by(() -> installation.agents().tools(Caller.anonymous())))
                .isInstanceOf(CommonProblem.Unauthenticated.class);
        assertThat(Refused.by(() -> installation.agents().conversation(Caller.anonymous(), ada.userId(), adasChat)))
                .isInstanceOf(CommonProblem.Unauthenticated.class);
        assertThat(installation.stores().conversations().latest(adasChat, 10)).hasSize(2);
    }
}
