package dev.guildhall.integrations.agent;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.agenttask.AgentTasks;
import dev.guildhall.ports.webchat.AgentClient;
import dev.guildhall.testkit.contract.agent.AgentClientContract;
import dev.guildhall.testkit.contract.agent.AgentScript;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RemoteAgentClientContractTest implements AgentClientContract {
    private final AgentServer server = new AgentServer();
    private final AgentClient client = server.client();

    @AfterEach
    void stop() {
        server.script().release();
        server.close();
    }

    @Override
    public AgentClient client() {
        return client;
    }

    @Override
    public AgentScript script() {
        return server.script();
    }

    @Override
    public AgentTasks tasks() {
        return server.core().agentTasks();
    }

    @Override
    public Caller.User someone() {
        return server.someone();
    }
}
