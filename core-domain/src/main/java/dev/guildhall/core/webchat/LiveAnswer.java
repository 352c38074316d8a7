package dev.guildhall.core.webchat;

import dev.guildhall.ports.Numbered;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.webchat.Answer;
import dev.guildhall.ports.webchat.AnswerEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** An answer that this node runs, with all its events. Thread-safe. */
final class LiveAnswer {
    private final Answer answer;
    private final Thread thread;

    private final List<Numbered<AnswerEvent>> events = new ArrayList<>();
    private int stored;
    private boolean stopped;
    /** Clients receive the last event only after it was stored, since they may ask again at once. */
    private boolean published;

    /** An answer without events; an interrupt of its thread ends it. */
    LiveAnswer(Answer answer, Thread thread) {
        this.answer = answer;
        this.thread = thread;
    }

    Answer answer() {
        return answer;
    }

    /** Ends the answer; the text so far is stored. Nothing happens when it has ended. */
    synchronized void stop() {
        if (!hasEnded()) {
            stopped = true;
            thread.interrupt();
        }
    }

    synchronized boolean isStopped() {
        return stopped;
    }

    synchronized void add(AnswerEvent event) {
        events.add(new Numbered<>(answer.firstNumber() + events.size(), event));
        notifyAll();
    }

    /** Adds the last event, which clients see after {@link #publish}. */
    synchronized void end(AnswerEvent last) {
        events.add(new Numbered<>(answer.firstNumber() + events.size(), last));
    }

    synchronized void publish() {
        published = true;
        notifyAll();
    }

    /** The events that are not stored yet. */
    synchronized List<Numbered<AnswerEvent>> unstored() {
        return List.copyOf(events.subList(stored, events.size()));
    }

    /** Records that more events are stored, and returns whether the last one is among them. */
    synchronized boolean stored(int count) {
        stored += count;
        return stored == events.size() && hasEnded();
    }

    /**
     * Sends the events after a number, until the last one; a client that has received the last one gets it again. A
     * number greater than the newest event's counts as that of the newest one.
     */
    void follow(int after, Consumer<Numbered<AnswerEvent>> sink) {
        int next = Math.clamp(after + 1L - answer.firstNumber(), 0, visible());
        boolean last = false;
        while (!last) {
            for (Numbered<AnswerEvent> event : await(next)) {
                sink.accept(event);
                next++;
                last = event.event().isLast();
            }
        }
    }

    private synchronized List<Numbered<AnswerEvent>> await(int from) {
        try {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            while (visible() <= from && !published) {
                wait();
            }
            return List.copyOf(events.subList(Math.min(from, visible() - 1), visible()));
        } catch (InterruptedException left) {
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        }
    }

    private synchronized int visible() {
        return hasEnded() && !published ? events.size() - 1 : events.size();
    }

    private boolean hasEnded() {
        return !events.isEmpty() && events.getLast().event().isLast();
    }
}
