package dev.guildhall.ports.webchat;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.AgentEvent;
import dev.guildhall.ports.agent.AgentListener;
import dev.guildhall.ports.agent.AgentReply;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.agent.AgentTrace;
import dev.guildhall.ports.agent.Approval;
import dev.guildhall.ports.agent.ApprovalDecision;
import dev.guildhall.ports.agent.Chat;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.Conversation;
import dev.guildhall.ports.agent.MediaId;
import dev.guildhall.ports.agent.QuestionAnswer;
import dev.guildhall.ports.agent.QuestionId;
import dev.guildhall.ports.agenttask.AgentTask;
import dev.guildhall.ports.completion.MediaSource;
import dev.guildhall.ports.completion.ModelCatalogue;
import dev.guildhall.ports.workflow.WorkflowId;
import java.util.List;
import java.util.Optional;

/**
 * Driven port: the agent service as the chat front-end uses it, in this process or at another address. Blocks.
 * Refuses what the agent service refuses, and with {@code AgentProblem.ServiceUnavailable} when the
 * service is remote and cannot be reached or does not answer in time.
 */
public interface AgentClient {
    /**
     * Answers in a conversation, as {@code Agents.chat}. The first event is {@link AgentEvent.Started}.
     *
     * @param listener receives the events, in order, on the calling thread; when it throws, or the thread is
     *     interrupted, the reply ends. A remote service stores a reply that its caller ends as interrupted
     */
    AgentReply chat(Caller caller, AgentRequest request, AgentListener listener);

    /**
     * Continues a reply that was interrupted or has waited for its user, as {@code Agents.resume}.
     *
     * @return empty, with nothing done, when the agent service does not resume replies, or has no such chat
     */
    Optional<AgentReply> resume(Caller caller, AgentRequest request, AgentListener listener);

    /** Answers what a server asks during a tool call, as {@code Agents.answer}. */
    void answer(Caller caller, ChatId chatId, QuestionId questionId, QuestionAnswer answer);

    /** Decides about a call that waits, as {@code Approvals.decide}. */
    Approval decide(Caller caller, ChatId chatId, String callId, ApprovalDecision decision);

    /** A picture or a sound of a tool's result, as {@code Agents.media}. */
    MediaSource.Inline media(Caller caller, UserId userId, ChatId chatId, MediaId mediaId);

    /** A conversation with its messages, as {@code Agents.conversation}. */
    Conversation conversation(Caller caller, UserId userId, ChatId chatId);

    /** A conversation without its messages, as {@code Agents.find}. */
    Chat find(Caller caller, UserId userId, ChatId chatId);

    /** One message of a conversation, as {@code Agents.message}. */
    ChatEntry message(Caller caller, UserId userId, ChatId chatId, int position);

    /** The traces of a conversation's replies, as {@code Agents.trace}. */
    List<AgentTrace> trace(Caller caller, UserId userId, ChatId chatId);

    /** Deletes a conversation with its memories, as {@code Agents.delete}. */
    void delete(Caller caller, UserId userId, ChatId chatId);

    /** The models of the agent service, as {@code Agents.models}. */
    ModelCatalogue models(Caller caller);

    /** A user's tasks, newest first, as {@code AgentTasks.list}. */
    Page<AgentTask> tasks(Caller caller, UserId userId, PageRequest page);

    /** A task, as {@code AgentTasks.find}. */
    AgentTask task(Caller caller, WorkflowId id);

    /** Cancels a task, as {@code AgentTasks.cancel}. */
    AgentTask cancelTask(Caller caller, WorkflowId id);
}
