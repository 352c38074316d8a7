package dev.guildhall.ports.agent;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.completion.ModelCatalogue;
import dev.guildhall.ports.task.TaskId;
import java.util.List;
import java.util.Map;

/**
 * Driving port: the agent for a signed-in caller (spec/2, agent service). Blocks. Thread-safe. Refuses with
 * {@code CommonProblem.Unauthenticated}; with {@code Forbidden} where a request names another user and the caller is no
 * admin; with {@code NotFound} for a chat that does not exist or is somebody else's.
 */
public interface Agents {
    /**
     * Answers in a conversation, calling tools on the way. The new messages are stored before the model is asked, the
     * answer when it is complete. Of an answer that lasts, what was said, what was called and what came of it is stored
     * meanwhile, behind the answer, so that it outlives the node; the whole answer takes its place. A listener that throws, or an interrupt, ends
     * the model's call and the tools; what had been said until then is stored with its {@link Ending}. How the answer came to
     * be is kept in any case, see {@link #trace}. In the events a tool's data has at most 16 KB; what was cut says so.
     *
     * @param listener takes what happens, in order, on the calling thread
     * @throws dev.guildhall.ports.problem.Refusal also with {@code ToolProblem.UnknownTools}, a
     *     {@code CompletionProblem}, {@code AgentProblem.ChatFull}, or {@code CommonProblem.Conflict} while another question
     *     is being answered in the chat
     */
    AgentReply chat(Caller caller, AgentRequest request, AgentListener listener);

    /**
     * A conversation with its messages.
     *
     * @param userId whose it is said to be
     */
    Conversation conversation(Caller caller, UserId userId, ChatId chatId);

    /**
     * How the answers of a conversation came to be, oldest first: the latest ones, of conversations whose answers were
     * given since traces are kept.
     *
     * @param userId whose it is said to be
     */
    List<AgentTrace> trace(Caller caller, UserId userId, ChatId chatId);

    /**
     * Deletes a conversation with its messages, traces and memories, and its entry in the list of the chat front-end that
     * uses the same database; an answer that is being given there is not kept.
     *
     * @param userId whose it is said to be
     */
    void delete(Caller caller, UserId userId, ChatId chatId);

    /** The models that can answer here, as {@code Completions.models}. */
    ModelCatalogue models(Caller caller);

    /**
     * The tools that the agent can use for the caller, by name, those that the caller has disabled included: the built-in
     * ones, and those of the registry that are listed for the caller and whose integration is for one of the caller's
     * roles. Where several have one name it is the one that {@link dev.guildhall.ports.tool.Tools#named} prefers.
     */
    List<AgentTool> tools(Caller caller);

    /**
     * One of these tools.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code NotFound} when there is none such
     */
    AgentTool tool(Caller caller, String name);

    /**
     * Enables or disables a tool for the caller.
     *
     * @return the tool as it is now
     * @throws dev.guildhall.ports.problem.Refusal with {@code NotFound} when there is none such
     */
    AgentTool enable(Caller caller, String name, boolean enabled);

    /**
     * Runs a tool directly, with the connections of the caller, whoever is named. Whatever the tool makes of it is an
     * outcome.
     *
     * @param named whom the request names: the caller, or anybody where the caller is an admin
     * @throws dev.guildhall.ports.problem.Refusal with {@code NotFound} when there is none such, and
     *     {@code AgentProblem.ToolDisabled} when the caller has disabled it
     */
    ToolRun execute(Caller caller, UserId named, String name, Map<String, Object> parameters);

    /**
     * Runs a tool as the work of a task, on behalf of the caller. Every attempt at the task sends outside systems the same
     * idempotency key for the same call (contract 2).
     *
     * @throws dev.guildhall.ports.problem.Refusal as {@link #execute}
     */
    ToolRun executeInTask(Caller caller, TaskId task, String name, Map<String, Object> parameters);
}
