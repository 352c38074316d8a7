package dev.guildhall.core.webchat;

import dev.guildhall.ports.Numbered;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.webchat.Answer;
import dev.guildhall.ports.webchat.AnswerEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** An answer that this node runs, with all its events. Thread-safe. */
final class LiveAnswer {
    private final Answer answer;
    private final Thread thread;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final List<Numbered<AnswerEvent>> events = new ArrayList<>();
    private int stored;
    private boolean stopped;
    /** Clients receive the last event only after it was stored, since they may ask again at once. */
    private boolean published;

    /**
     * Creates an answer without events.
     *
     * @param thread runs it; an interrupt ends it
     */
    LiveAnswer(Answer answer, Thread thread) {
        this.answer = answer;
        this.thread = thread;
    }

    Answer answer() {
        return answer;
    }

    /** Ends the answer; the text so far is stored. Nothing happens when it has ended. */
    void stop() {
        lock.lock();
        try {
            if (!hasEnded()) {
                stopped = true;
                thread.interrupt();
            }
        } finally {
            lock.unlock();
        }
    }

    boolean isStopped() {
        lock.lock();
        try {
            return stopped;
        } finally {
            lock.unlock();
        }
    }

    void add(AnswerEvent event) {
        lock.lock();
        try {
            events.add(new Numbered<>(answer.firstNumber() + events.size(), event));
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Adds the last event, which clients see after {@link #publish}. */
    void end(AnswerEvent last) {
        lock.lock();
        try {
            events.add(new Numbered<>(answer.firstNumber() + events.size(), last));
        } finally {
            lock.unlock();
        }
    }

    void publish() {
        lock.lock();
        try {
            published = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The events that are not stored yet. */
    List<Numbered<AnswerEvent>> unstored() {
        lock.lock();
        try {
            return List.copyOf(events.subList(stored, events.size()));
        } finally {
            lock.unlock();
        }
    }

    /** Records that more events are stored, and returns whether the last one is among them. */
    boolean stored(int count) {
        lock.lock();
        try {
            stored += count;
            return stored == events.size() && hasEnded();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Sends the events after a number, until the last one; a client that has received the last one gets it again. A
     * number greater than the newest event's counts as that of the newest one.
     */
    void follow(int after, Consumer<Numbered<AnswerEvent>> sink) {
        int next = Math.clamp(after + 1L - answer.firstNumber(), 0, seen());
        boolean last = false;
        while (!last) {
            for (Numbered<AnswerEvent> event : await(next)) {
                sink.accept(event);
                next++;
                last = event.event().isLast();
            }
        }
    }

    private List<Numbered<AnswerEvent>> await(int from) {
        try {
            lock.lockInterruptibly();
            try {
                while (visible() <= from && !published) {
                    changed.await();
                }
                return List.copyOf(events.subList(Math.min(from, visible() - 1), visible()));
            } finally {
                lock.unlock();
            }
        } catch (InterruptedException left) {
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        }
    }

    private int seen() {
        lock.lock();
        try {
            return visible();
        } finally {
            lock.unlock();
        }
    }

    private int visible() {
        return hasEnded() && !published ? events.size() - 1 : events.size();
    }

    private boolean hasEnded() {
        return !events.isEmpty() && events.getLast().event().isLast();
    }
}
