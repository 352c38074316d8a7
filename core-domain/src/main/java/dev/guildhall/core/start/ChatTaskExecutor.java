package dev.guildhall.core.start;

import dev.guildhall.core.task.TaskErrors;
import dev.guildhall.core.task.TaskTypes;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.agent.AgentListener;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.agent.Agents;
import dev.guildhall.ports.agent.ConversationStore;
import dev.guildhall.ports.agent.Speaker;
import dev.guildhall.ports.problem.AgentProblem;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.start.Start;
import dev.guildhall.ports.start.StartKind;
import dev.guildhall.ports.start.StartReader;
import dev.guildhall.ports.start.StartRequest;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskExecutor;
import dev.guildhall.ports.task.TaskType;
import java.util.Map;

/**
 * Asks the agent: the input is {@code {chatId, request}}, the output {@code {chatId}}. A further attempt does not ask again; it
 * goes on with the answer (schedules-9).
 */
public final class ChatTaskExecutor implements TaskExecutor {
    /** Among so many of the latest messages a further attempt looks for its question. */
    private static final int LATEST = 10;

    private final StartReader reader;
    private final Agents agents;
    private final ConversationStore conversations;

    public ChatTaskExecutor(StartReader reader, Agents agents, ConversationStore conversations) {
        this.reader = reader;
        this.agents = agents;
        this.conversations = conversations;
    }

    @Override
    public boolean takes(TaskType type) {
        return type.equals(TaskTypes.CHAT);
    }

    @Override
    public Map<String, Object> execute(Caller.User owner, Task task) {
        AgentRequest request = request(task.spec().input());
        AgentListener unheard = new AgentListener.UntilComplete(event -> {});
        try {
            if (task.attempts() > 1 && wasAsked(request)) {
                goOn(owner, request, unheard);
            } else {
                agents.chat(owner, request, unheard);
            }
        } catch (Refusal refused) {
            // The answer waits for its user as a row of its own, and goes on without this task.
            if (!(refused.problem() instanceof AgentProblem.AwaitsApproval)) {
                throw refused;
            }
        }
        return Map.of(ChatStarts.CHAT, request.chatId().orElseThrow().value());
    }

    private AgentRequest request(Map<String, Object> input) {
        if (input.get(ChatStarts.CHAT) instanceof String chat
                && input.get(ChatStarts.REQUEST) instanceof Map<?, ?> body) {
            Start start = new Start(StartKind.CHAT, named(body));
            if (reader.read(start) instanceof StartRequest.Chat(AgentRequest read)) {
                return read.in(new ChatId(chat));
            }
        }
        throw TaskErrors.invalid("input", "must be {chatId, request}");
    }

    @SuppressWarnings("unchecked") // The names of JSON are texts.
    private static Map<String, Object> named(Map<?, ?> body) {
        return (Map<String, Object>) body;
    }

    private boolean wasAsked(AgentRequest request) {
        String question = request.messages().getLast().content();
        return conversations.latest(request.chatId().orElseThrow(), LATEST).stream()
                .anyMatch(entry ->
                        entry.speaker() == Speaker.USER && entry.content().equals(question));
    }

    private void goOn(Caller.User owner, AgentRequest request, AgentListener unheard) {
        try {
            agents.resume(owner, request, unheard);
        } catch (Refusal refused) {
            // The answer was complete when the earlier attempt failed.
            if (!(refused.problem() instanceof CommonProblem.Conflict)) {
                throw refused;
            }
        }
    }
}
