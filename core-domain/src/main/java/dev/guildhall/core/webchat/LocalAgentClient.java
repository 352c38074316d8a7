package dev.guildhall.core.webchat;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.AgentListener;
import dev.guildhall.ports.agent.AgentReply;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.agent.AgentTrace;
import dev.guildhall.ports.agent.Agents;
import dev.guildhall.ports.agent.Approval;
import dev.guildhall.ports.agent.ApprovalDecision;
import dev.guildhall.ports.agent.Chat;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.Conversation;
import dev.guildhall.ports.agent.MediaId;
import dev.guildhall.ports.agent.QuestionAnswer;
import dev.guildhall.ports.agent.QuestionId;
import dev.guildhall.ports.agenttask.AgentTask;
import dev.guildhall.ports.agenttask.AgentTasks;
import dev.guildhall.ports.approval.Approvals;
import dev.guildhall.ports.completion.MediaSource;
import dev.guildhall.ports.completion.ModelCatalogue;
import dev.guildhall.ports.webchat.AgentClient;
import dev.guildhall.ports.workflow.WorkflowId;
import java.util.List;
import java.util.Optional;

/** The agent service of this process. */
public final class LocalAgentClient implements AgentClient {
    private final Agents agents;
    private final AgentTasks tasks;
    private final Approvals approvals;

    public LocalAgentClient(Agents agents, AgentTasks tasks, Approvals approvals) {
        this.agents = agents;
        this.approvals = approvals;
        this.tasks = tasks;
    }

    @Override
    public AgentReply chat(Caller caller, AgentRequest request, AgentListener listener) {
        return agents.chat(caller, request, listener);
    }

    @Override
    public Optional<AgentReply> resume(Caller caller, AgentRequest request, AgentListener listener) {
        return Optional.of(agents.resume(caller, request, listener));
    }

    @Override
    public void answer(Caller caller, ChatId chatId, QuestionId questionId, QuestionAnswer answer) {
        agents.answer(caller, chatId, questionId, answer);
    }

    @Override
    public Approval decide(Caller caller, ChatId chatId, String callId, ApprovalDecision decision) {
        return approvals.decide(caller, chatId, callId, decision);
    }

    @Override
    public MediaSource.Inline media(Caller caller, UserId userId, ChatId chatId, MediaId mediaId) {
        return agents.media(caller, userId, chatId, mediaId);
    }

    @Override
    public Conversation conversation(Caller caller, UserId userId, ChatId chatId) {
        return agents.conversation(caller, userId, chatId);
    }

    @Override
    public Chat find(Caller caller, UserId userId, ChatId chatId) {
        return agents.find(caller, userId, chatId);
    }

    @Override
    public ChatEntry message(Caller caller, UserId userId, ChatId chatId, int position) {
        return agents.message(caller, userId, chatId, position);
    }

    @Override
    public List<AgentTrace> trace(Caller caller, UserId userId, ChatId chatId) {
        return agents.trace(caller, userId, chatId);
    }

    @Override
    public void delete(Caller caller, UserId userId, ChatId chatId) {
        agents.delete(caller, userId, chatId);
    }

    @Override
    public ModelCatalogue models(Caller caller) {
        return agents.models(caller);
    }

    @Override
    public Page<AgentTask> tasks(Caller caller, UserId userId, PageRequest page) {
        return tasks.list(caller, userId, Optional.empty(), page).map(AgentTask::of);
    }

    @Override
    public AgentTask task(Caller caller, WorkflowId id) {
        return AgentTask.of(tasks.find(caller, id));
    }

    @Override
    public AgentTask cancelTask(Caller caller, WorkflowId id) {
        return AgentTask.of(tasks.cancel(caller, id));
    }
}
