package dev.guildhall.core.webchat;

import dev.guildhall.core.Installation;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.agenttask.AgentTasks;
import dev.guildhall.ports.webchat.AgentClient;
import dev.guildhall.testkit.contract.agent.AgentClientContract;
import dev.guildhall.testkit.contract.agent.AgentScript;
import dev.guildhall.testkit.contract.agent.AskingTool;
import java.util.List;

class LocalAgentClientTest implements AgentClientContract {
    private final AgentScript script = new AgentScript();
    private final Installation installation =
            new Installation(parts -> parts.chatModel(script).tools(script).endpoints(() -> List.of(new AskingTool())));

    LocalAgentClientTest() {
        installation.core().importTools();
    }

    @Override
    public AgentClient client() {
        return new LocalAgentClient(
                installation.agents(), tasks(), installation.core().approvals());
    }

    @Override
    public AgentScript script() {
        return script;
    }

    @Override
    public AgentTasks tasks() {
        return installation.core().agentTasks();
    }

    @Override
    public Caller.User someone() {
        return installation.someone();
    }
}
