package dev.guildhall.core.start;

import dev.guildhall.core.task.TaskTypes;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.agent.Chat;
import dev.guildhall.ports.start.Start;
import dev.guildhall.ports.start.StartKind;
import dev.guildhall.ports.start.StartedWork;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.Task;
import dev.guildhall.ports.task.TaskSpec;
import dev.guildhall.ports.task.Tasks;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Starts questions to the agent: the chat is stored before, and a task asks, so that a node that fails loses none (schedules-9). */
public final class ChatStarts {
    static final String CHAT = "chatId";
    static final String REQUEST = "request";

    private static final Duration TTL = Duration.ofHours(1);

    private final InstantSource clock;
    private final IdSource ids;
    private final Stores stores;
    private final Tasks tasks;

    public ChatStarts(InstantSource clock, IdSource ids, Stores stores, Tasks tasks) {
        this.clock = clock;
        this.ids = ids;
        this.stores = stores;
        this.tasks = tasks;
    }

    /** Part of the open transaction. */
    StartedWork start(Caller.User caller, AgentRequest question, Start start) {
        ChatId chat = question.chatId().orElseGet(() -> begin(caller, question));
        Map<String, Object> input = new LinkedHashMap<>();
        input.put(CHAT, chat.value());
        input.put(REQUEST, start.body());
        TaskSpec spec = new TaskSpec(TaskTypes.CHAT, input, List.of(), TaskSpec.DEFAULT_PRIORITY, TTL);
        Task task = tasks.submit(caller, spec, Optional.empty()).task();
        return new StartedWork(StartKind.CHAT, chat.value(), Optional.of(task.id()));
    }

    private ChatId begin(Caller.User caller, AgentRequest question) {
        ChatId id = new ChatId(ids.next("chat"));
        Instant now = clock.instant();
        Chat chat = new Chat(
                id,
                question.userId(),
                question.mode(),
                now,
                now,
                0,
                question.options().assistant().applyTo(Optional.empty()));
        stores.conversations().add(chat, List.of(), caller.countsForInsteadOf(question.userId()));
        return id;
    }
}
