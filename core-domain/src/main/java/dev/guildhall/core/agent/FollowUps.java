package dev.guildhall.core.agent;

import dev.guildhall.core.agent.context.Compaction;
import dev.guildhall.core.agent.context.ContextWindow;
import dev.guildhall.core.agent.context.TokenCounts;
import dev.guildhall.core.memory.ModelFacts;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.memory.MemoryId;
import java.util.Optional;

/**
 * The background jobs that follow a stored answer: finding facts, and summarising the chat. A request without memory
 * has none.
 */
public final class FollowUps {
    private final BackgroundJobs work;
    private final ContextWindow window;
    private final Compaction compaction;
    private final Optional<ModelFacts> facts;

    public FollowUps(BackgroundJobs work, ContextWindow window, Compaction compaction, Optional<ModelFacts> facts) {
        this.work = work;
        this.window = window;
        this.compaction = compaction;
        this.facts = facts;
    }

    /**
     * A question with its whole answer.
     *
     * @param asked the chat up to the question
     * @param turn the memory of the turn; absent when there is none
     * @param room how many tokens of the chat's messages the request to the model had
     * @param counts of the chat's messages
     */
    record Answered(
            Caller.User caller,
            AgentRequest request,
            ChatArchive.StoredQuestion asked,
            ChatEntry answer,
            Optional<MemoryId> turn,
            long room,
            TokenCounts counts) {
        ChatId chatId() {
            return asked.id();
        }

        Optional<String> modelId() {
            return request.options().sampling().model();
        }
    }

    /** Returns at once. */
    void answered(Answered done) {
        done.turn().ifPresent(turn -> facts.ifPresent(finder -> learn(done, turn, finder)));
        if (done.request().options().enableMemory()
                && window.isTooMuch(done.asked().latest(), done.answer(), done.room(), done.counts())) {
            Compaction.Task task = new Compaction.Task(done.caller(), done.chatId(), done.room(), done.modelId());
            work.take(done.chatId(), new BackgroundJobs.Job("the summary of a chat", () -> compaction.compact(task)));
        }
    }

    private void learn(Answered done, MemoryId remembered, ModelFacts finder) {
        ModelFacts.Turn turn = new ModelFacts.Turn(
                done.caller(),
                done.request().userId(),
                remembered,
                done.chatId(),
                done.request().question(),
                done.modelId());
        work.take(
                done.chatId(),
                new BackgroundJobs.Job("what a user has said of himself or herself", () -> finder.learn(turn)));
    }
}
