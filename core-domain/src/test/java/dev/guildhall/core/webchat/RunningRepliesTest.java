package dev.guildhall.core.webchat;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.core.Core;
import dev.guildhall.core.Installation;
import dev.guildhall.core.Intercepted;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.webchat.AgentClient;
import dev.guildhall.ports.webchat.ChatQuestion;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class RunningRepliesTest {
    private final Installation agents = new Installation();
    private final Caller.User ada = agents.someone();

    /** A node whose agent service has a bug. */
    private Core broken() {
        AgentClient working = new LocalAgentClient(
                agents.agents(), agents.core().agentTasks(), agents.core().approvals());
        AgentClient client = Intercepted.before(AgentClient.class, working, (method, arguments) -> {
            throw new AssertionError("a bug in the agent");
        });
        return new Installation(
                        agents.stores(),
                        parts ->
                                parts.clock(agents.time()).ticker(agents.time()).agentClient(sessions -> client))
                .core();
    }

    @Test
    void a_question_waited_for_ever_when_the_agent_threw_an_error() {
        ChatQuestion question = new ChatQuestion(AgentRequest.ofQuestion(ada.userId(), "a story"), List.of());
        Core node = broken();

        assertThatThrownBy(() -> node.webChats().send(ada, question)).isInstanceOf(IllegalStateException.class);
    }
}
