package dev.guildhall.ports.webchat;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Numbered;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.AgentTrace;
import dev.guildhall.ports.agent.Approval;
import dev.guildhall.ports.agent.ApprovalDecision;
import dev.guildhall.ports.agent.MediaId;
import dev.guildhall.ports.agent.QuestionAnswer;
import dev.guildhall.ports.agent.QuestionId;
import dev.guildhall.ports.agenttask.AgentTask;
import dev.guildhall.ports.completion.MediaSource;
import dev.guildhall.ports.completion.ModelCatalogue;
import dev.guildhall.ports.workflow.WorkflowId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Driving port: chats of web users (chat-6 to chat-12). A reply continues when its client
 * disconnects, and clients on every node can follow it. Refuses with {@code CommonProblem.Unauthenticated}; with
 * {@code Forbidden} where a request names another user and the caller is no admin; with {@code NotFound} for a chat
 * that does not exist or is another user's. Every method blocks.
 */
public interface WebChats {
    /**
     * Begins a reply, and returns when the agent has accepted the question; {@link #follow} has its events. A new
     * chat gets a title from the question. The reply ends when the caller's session ends.
     *
     * @return the chat, and the number of the event before the reply's first one
     * @throws dev.guildhall.ports.problem.Refusal with the problems of the agent service, with
     *     {@code CommonProblem.Conflict} while another reply is running in the chat, with {@code NotFound} for a file
     *     that is not the caller's, and with {@code CommonProblem.RateLimited} when the node runs too many replies
     */
    Begun send(Caller caller, ChatQuestion question);

    /**
     * Sends the events of a chat after a number, and blocks until the running reply has ended. Returns at once,
     * without events, when there are none and no reply is running. When the chat is deleted in the meantime, the last
     * event is {@link ReplyEvent.Done} or {@link ReplyEvent.Failed#CHAT_DELETED}.
     *
     * @param after the number of the last event that the client has received. A number greater than the newest event's
     *     counts, while a reply is running, as the newest event's number, and otherwise as the number of the event
     *     before the last one
     * @param sink receives the events in order on the calling thread; when it throws, the reply continues
     */
    void follow(Caller caller, ChatId chatId, int after, Consumer<Numbered<ReplyEvent>> sink);

    /**
     * Stops the running reply of a chat, on any node; the text so far is stored. Nothing happens when none is running.
     */
    void stop(Caller caller, ChatId chatId);

    /** Answers what a server asks during a tool call of a reply, as {@code Agents.answer}. */
    void answer(Caller caller, ChatId chatId, QuestionId questionId, QuestionAnswer answer);

    /**
     * Decides about a call of a chat that waits, as {@code Approvals.decide}.
     *
     * @throws dev.guildhall.ports.problem.Refusal as that
     */
    Approval decide(Caller caller, ChatId chatId, String callId, ApprovalDecision decision);

    /** A chat without its messages. */
    WebChat find(Caller caller, ChatId chatId);

    /** A chat with its messages. */
    OpenChat open(Caller caller, ChatId chatId);

    /**
     * Identifies what {@link #open} returns: a text that is another one after each change of the chat. Costs the same
     * however many messages the chat has, where the agent service is in this process.
     */
    String version(Caller caller, ChatId chatId);

    /**
     * A picture, a sound or a file within a message of a chat.
     *
     * @param position how many messages of the chat are before the message, 0 or more
     * @param sentAt when the message was written, in milliseconds: after an edit another message may have its position
     * @param part how many parts of the message are before it, 0 or more
     * @throws dev.guildhall.ports.problem.Refusal with {@code NotFound} when there is none, or only its address is known
     */
    MediaSource.Inline media(Caller caller, ChatId chatId, int position, Instant sentAt, int part);

    /** A picture or a sound of a tool's result, as {@code Agents.media}. */
    MediaSource.Inline media(Caller caller, ChatId chatId, MediaId mediaId);

    /** The traces of a chat's replies, oldest first. */
    List<AgentTrace> trace(Caller caller, ChatId chatId);

    /**
     * A user's chats, the one that was updated last first.
     *
     * @param query text that the title or a message must contain, ignoring case; absent for all
     */
    Page<ListedChat> list(Caller caller, UserId userId, Optional<String> query, PageRequest page);

    /** Sets the title of a chat. */
    ListedChat rename(Caller caller, ChatId chatId, ChatTitle title);

    /**
     * Deletes a chat with its messages and memories. A running reply ends, within a second when another node runs it.
     */
    void delete(Caller caller, ChatId chatId);

    /** The models that can answer in chats: those of the agent service. */
    ModelCatalogue models(Caller caller);

    /** A user's tasks at the agent service, newest first. */
    Page<AgentTask> tasks(Caller caller, UserId userId, PageRequest page);

    /** A task of the agent service. */
    AgentTask task(Caller caller, WorkflowId id);

    /**
     * Cancels a task of the agent service; a second call changes nothing.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Conflict} when it has completed or failed
     */
    AgentTask cancelTask(Caller caller, WorkflowId id);

    /** The caller's dashboard. */
    Dashboard dashboard(Caller caller);

    /** How many tasks and test runs of the caller wait or run. */
    OpenWork openWork(Caller caller);

    /**
     * A reply that has begun.
     *
     * @param chat the chat
     * @param after the number of the event before its first one
     */
    record Begun(WebChat chat, int after) {}
}
