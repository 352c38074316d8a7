package dev.guildhall.core.agent;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.agent.ChatEntry;

/** What an answer leaves to be done when it is kept. Who wants nothing of memory leaves nothing. Thread-safe. */
public final class Afterwards {
    private final AfterAnswer work;
    private final ContextWindow window;
    private final Compaction compaction;

    public Afterwards(AfterAnswer work, ContextWindow window, Compaction compaction) {
        this.work = work;
        this.window = window;
        this.compaction = compaction;
    }

    /**
     * A question with its whole answer.
     *
     * @param caller who asked
     * @param request what was asked
     * @param asked the chat up to the question
     * @param answer what was answered
     * @param room how many tokens of the chat's messages the model was shown
     */
    record Answered(Caller.User caller, AgentRequest request, ChatArchive.Asked asked, ChatEntry answer, long room) {}

    /** Returns at once. */
    void answered(Answered done) {
        if (!done.request().options().enableMemory()) {
            return;
        }
        if (window.isTooMuch(done.asked().latest(), done.answer(), done.room())) {
            Compaction.Task task = new Compaction.Task(
                    done.caller(),
                    done.asked().id(),
                    done.room(),
                    done.request().options().sampling().model());
            work.take(done.asked().id(), new AfterAnswer.Job("the summary of a chat", () -> compaction.compact(task)));
        }
    }
}
