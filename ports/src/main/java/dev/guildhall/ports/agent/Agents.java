package dev.guildhall.ports.agent;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.completion.MediaSource;
import dev.guildhall.ports.completion.ModelCatalogue;
import dev.guildhall.ports.task.Task;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Driving port: the agent for a signed-in caller (agents-1 to agents-14). Blocks. Refuses with
 * {@code CommonProblem.Unauthenticated}; with {@code Forbidden} where a request names another user and the caller is no
 * admin; with {@code NotFound} for a chat that does not exist or belongs to another user.
 */
public interface Agents {
    /**
     * Answers in a conversation and calls tools when the model asks for them. The server stores the new messages before
     * it asks the model, and the answer when it is complete. While a long answer is running, the server also stores
     * what the model has written and what the tools have returned so far, so that this survives a crash of the node;
     * the complete answer replaces it. A listener whose events are {@linkplain AgentListener#isShown() shown} receives text
     * and tool calls after they were stored. A listener that throws, or an interrupt of the calling thread, ends the model's
     * call and the tools; the server stores the text up to that point with its {@link IncompleteReason}. The trace of the answer
     * is stored in all cases, see {@link #trace}. In the events a tool's data has at most 16 KB; shortened data says
     * so.
     *
     * <p>Where the options say so, calls wait for their user as the user's policy has it (approvals-3). What the answer has
     * so far is stored then, and no thread, lock or connection is held for it, unless the listener
     * {@linkplain AgentListener#staysOpen() stays open}.
     *
     * @param listener receives the events, in order; the last one before this returns
     * @throws dev.guildhall.ports.problem.Refusal also with {@code ToolProblem.UnknownTools}, a
     *     {@code CompletionProblem}, {@code AgentProblem.AwaitsApproval}, {@code AgentProblem.ChatFull}, or {@code CommonProblem.Conflict} while the agent
     *     answers another question in the chat
     */
    AgentReply chat(Caller caller, AgentRequest request, AgentListener listener);

    /**
     * As {@link #chat}, in a new conversation.
     *
     * @param words receives the text of the answer as it comes
     */
    default AgentReply ask(Caller.User caller, String question, Consumer<String> words) {
        return chat(caller, AgentRequest.ofQuestion(caller.userId(), question), event -> {
            if (event instanceof AgentEvent.Token(String text)) {
                words.accept(text);
            }
        });
    }

    /**
     * Asks an assistant outside of a conversation: nothing is stored, and no memory is loaded (assistants-7). A listener that
     * throws, or an interrupt of the calling thread, ends the model's call and the tools.
     *
     * @param listener receives the text and the tool calls, in order
     * @throws dev.guildhall.ports.problem.Refusal with {@code NotFound} for an assistant that the caller does not see, or a
     *     {@code CompletionProblem}
     */
    AssistantAnswer ask(Caller caller, AssistantQuestion question, Consumer<AgentEvent> listener);

    /**
     * Continues the last answer of a conversation, which was interrupted. The listener receives what the answer has so
     * far: its text as one {@link AgentEvent.Token}, and an {@link AgentEvent.ToolFinished} for each call; then what
     * follows. Tools whose results are stored are not run again. The model gets the text so far as its own message, with
     * the instruction to continue it, since not every provider continues a message itself. When the question has no
     * answer, this answers it.
     *
     * @param request the question as it was asked, in its chat; its messages are not stored again
     * @throws dev.guildhall.ports.problem.Refusal as {@link #chat}, also with {@code CommonProblem.Conflict} when the
     *     conversation's last answer was not interrupted
     */
    AgentReply resume(Caller caller, AgentRequest request, AgentListener listener);

    /**
     * Answers what a server asks during a tool call of the caller (agents-26), on any node. Fields that the content leaves
     * out get the defaults of the form.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code NotFound} when no such question of the caller waits in the
     *     chat; with {@code CommonProblem.Conflict} when it was answered or its call waits no more; with
     *     {@code CommonProblem.Invalid} naming each field of {@code content} that does not fit the form
     */
    void answer(Caller caller, ChatId chatId, QuestionId questionId, QuestionAnswer answer);

    /**
     * A picture or a sound of a tool's result in a conversation.
     *
     * @param userId the user whom the request names as the owner of the conversation
     * @throws dev.guildhall.ports.problem.Refusal with {@code NotFound} when there is none
     */
    MediaSource.Inline media(Caller caller, UserId userId, ChatId chatId, MediaId mediaId);

    /**
     * A conversation with its messages.
     *
     * @param userId the user whom the request names as its owner
     */
    Conversation conversation(Caller caller, UserId userId, ChatId chatId);

    /**
     * A conversation without its messages: costs the same however many it has.
     *
     * @param userId the user whom the request names as its owner
     */
    Chat find(Caller caller, UserId userId, ChatId chatId);

    /**
     * One message of a conversation.
     *
     * @param userId the user whom the request names as the owner of the conversation
     * @param position how many messages are before it, 0 or more
     * @throws dev.guildhall.ports.problem.Refusal with {@code NotFound} when there is no such message
     */
    ChatEntry message(Caller caller, UserId userId, ChatId chatId, int position);

    /**
     * The traces of a conversation's latest answers, oldest first. Answers from before traces were introduced have
     * none.
     *
     * @param userId the user whom the request names as the owner of the conversation
     */
    List<AgentTrace> trace(Caller caller, UserId userId, ChatId chatId);

    /**
     * Deletes a conversation with its messages, traces and memories, and its entry in the chat list of a chat front-end
     * that uses the same database. An answer that is running in it is not stored.
     *
     * @param userId the user whom the request names as the owner of the conversation
     */
    void delete(Caller caller, UserId userId, ChatId chatId);

    /** The models that can answer, as {@code Completions.models}. */
    ModelCatalogue models(Caller caller);

    /**
     * The tools that the agent can use for the caller, by name, including those that the caller has disabled: the
     * built-in tools, and the tools of the registry that are listed for the caller and whose integration permits one of
     * the caller's roles. Of several tools with one name it is the one that
     * {@link dev.guildhall.ports.tool.Tools#named} prefers.
     */
    List<AgentTool> tools(Caller caller);

    /**
     * One of these tools.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code NotFound} when there is no such tool
     */
    AgentTool tool(Caller caller, String name);

    /**
     * Enables or disables a tool for the caller.
     *
     * @return the tool as it is now
     * @throws dev.guildhall.ports.problem.Refusal with {@code NotFound} when there is no such tool
     */
    AgentTool enable(Caller caller, String name, boolean enabled);

    /**
     * Runs a tool directly. It always uses the connections of the caller, also when an admin names another user. A
     * failure of the tool is an outcome, not a problem.
     *
     * @param named the user whom the request names: the caller, or any user when the caller is an admin
     * @throws dev.guildhall.ports.problem.Refusal with {@code NotFound} when there is no such tool, and
     *     {@code AgentProblem.ToolDisabled} when the caller has disabled it
     */
    ToolRun execute(Caller caller, UserId named, String name, Map<String, Object> parameters);

    /**
     * Runs a tool for a task, on behalf of the caller. All attempts of the task send the same idempotency key to
     * outside systems for the same call (tools-14).
     *
     * @throws dev.guildhall.ports.problem.Refusal as {@link #execute}
     */
    ToolRun executeInTask(Caller caller, Task task, String name, Map<String, Object> parameters);
}
