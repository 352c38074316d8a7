package dev.guildhall.core.agent;

import dev.guildhall.core.time.Threads;
import dev.guildhall.ports.agent.AgentEvent;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Consumer;

/**
 * Sends the events of an answer to its client when the draft of the answer that contains them is stored, on a thread of its
 * own. The answering thread waits when too many are unsent. Where callers run all work, it sends each at once.
 */
final class EventOutbox {
    private final Threads threads;
    private final ReplyDraft draft;
    private final int most;
    private final Consumer<AgentEvent> client;
    private final Queue<Unsent> unsent = new ArrayDeque<>();
    private Optional<Thread> sender = Optional.empty();
    private Optional<RuntimeException> failure = Optional.empty();
    private boolean ended;

    /** An event, and the change of the draft up to which it must be stored. */
    private record Unsent(AgentEvent event, long change) {}

    EventOutbox(Threads threads, ReplyDraft draft, int most, Consumer<AgentEvent> client) {
        this.threads = threads;
        this.draft = draft;
        this.most = most;
        this.client = client;
    }

    /** Adds an event that the draft contains; throws when the client has failed. */
    void add(AgentEvent event) {
        if (threads.callersRun()) {
            client.accept(event);
        } else {
            queue(event);
        }
    }

    private synchronized void queue(AgentEvent event) {
        try {
            while (unsent.size() >= most && failure.isEmpty()) {
                wait();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        }
        requireClient();
        if (ended) {
            throw new Refusal(new CommonProblem.Cancelled());
        }
        unsent.add(new Unsent(event, draft.changes()));
        if (sender.isEmpty()) {
            sender = Optional.of(threads.start("answer-events", this::send));
        }
        notifyAll();
    }

    private void send() {
        try {
            for (Optional<Unsent> next = next(); next.isPresent(); next = next()) {
                Unsent first = next.get();
                if (draft.awaitStored(first.change())) {
                    client.accept(first.event());
                }
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            fail(new Refusal(new CommonProblem.Cancelled()));
        } catch (RuntimeException failed) {
            fail(failed);
        } catch (Error bug) {
            fail(new IllegalStateException("an event could not be sent", bug));
        }
    }

    private synchronized Optional<Unsent> next() throws InterruptedException {
        while (unsent.isEmpty() && !ended) {
            wait();
        }
        Optional<Unsent> next = Optional.ofNullable(unsent.poll());
        notifyAll();
        return next;
    }

    private synchronized void fail(RuntimeException failed) {
        failure = Optional.of(failed);
        unsent.clear();
        notifyAll();
    }

    /**
     * The draft is not written any more: waits until the events that are stored are sent, and drops the others. A second
     * interrupt drops them all.
     */
    void end() {
        draft.end();
        Optional<Thread> last = endOf();
        boolean interrupted = Thread.interrupted();
        while (last.filter(Thread::isAlive).isPresent()) {
            try {
                last.get().join();
            } catch (InterruptedException again) {
                interrupted = true;
                last.get().interrupt();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized Optional<Thread> endOf() {
        ended = true;
        notifyAll();
        return sender;
    }

    /** Throws when the client has failed. */
    synchronized void requireClient() {
        failure.ifPresent(failed -> {
            throw failed;
        });
    }
}
