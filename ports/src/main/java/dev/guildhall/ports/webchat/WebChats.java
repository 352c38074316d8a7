package dev.guildhall.ports.webchat;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Numbered;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.AgentTrace;
import dev.guildhall.ports.agenttask.AgentTask;
import dev.guildhall.ports.completion.ModelCatalogue;
import dev.guildhall.ports.workflow.WorkflowId;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Driving port: chats of web users (spec/2, chat front-end service; contract 5). An answer goes on when its client leaves,
 * and clients on every node can follow it. Refuses with {@code CommonProblem.Unauthenticated}; with {@code Forbidden} where a
 * request names another user and the caller is no admin; with {@code NotFound} for a chat that does not exist or is another
 * user's. Every method blocks. Thread-safe.
 */
public interface WebChats {
    /**
     * Begins an answer, and returns when the agent has accepted the question; {@link #follow} has its events. A new chat
     * gets a title from the question. The answer ends when the caller's session does.
     *
     * @return the chat, and the number of the event before the answer's first one
     * @throws dev.guildhall.ports.problem.Refusal with what the agent service refuses it with, with
     *     {@code CommonProblem.Conflict} while another question is being answered in the chat, with {@code NotFound} for a
     *     file that is not the caller's, and with {@code CommonProblem.RateLimited} when the node gives too many answers
     */
    Begun ask(Caller caller, ChatQuestion question);

    /**
     * Sends the events of a chat behind a number, and blocks until the answer that is being given has ended. Returns at
     * once, without events, when there are none and no answer is being given. When the chat is deleted meanwhile, the last
     * event is {@link AnswerEvent.Done} or {@link AnswerEvent.Failed#CHAT_DELETED}.
     *
     * @param after the number of the last event that the client has seen; a number that no event has yet counts as that of
     *     the newest event of a running answer, and as the one before the last event of an answer that has ended
     * @param sink takes them in order on the calling thread; when it throws, the answer goes on
     */
    void follow(Caller caller, ChatId chatId, int after, Consumer<Numbered<AnswerEvent>> sink);

    /**
     * Stops the answer that is being given in a chat, on whatever node; what was said so far is kept. Nothing happens when
     * none is.
     */
    void stop(Caller caller, ChatId chatId);

    /** A chat with its messages. */
    OpenChat open(Caller caller, ChatId chatId);

    /** How the answers of a chat came to be, oldest first. */
    List<AgentTrace> trace(Caller caller, ChatId chatId);

    /**
     * A user's chats, those that were updated last first.
     *
     * @param query what titles or messages have to contain, ignoring case; absent for all
     */
    Page<ListedChat> list(Caller caller, UserId userId, Optional<String> query, PageRequest page);

    /** Gives a chat another title. */
    ListedChat rename(Caller caller, ChatId chatId, ChatTitle title);

    /**
     * Deletes a chat with its messages and the memories of it. An answer that is being given there ends, within a second
     * where another node gives it.
     */
    void delete(Caller caller, ChatId chatId);

    /** The models that can answer in chats: those of the agent service, wherever it is. */
    ModelCatalogue models(Caller caller);

    /** A user's tasks at the agent service, newest first. */
    Page<AgentTask> tasks(Caller caller, UserId userId, PageRequest page);

    /** A task of the agent service. */
    AgentTask task(Caller caller, WorkflowId id);

    /**
     * Cancels a task of the agent service; again: no change.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Conflict} when it has completed or failed
     */
    AgentTask cancelTask(Caller caller, WorkflowId id);

    /** What the caller's dashboard shows. */
    Dashboard dashboard(Caller caller);

    /**
     * An answer that has begun.
     *
     * @param chat where it is given
     * @param after the number of the event before its first one
     */
    record Begun(WebChat chat, int after) {}
}
