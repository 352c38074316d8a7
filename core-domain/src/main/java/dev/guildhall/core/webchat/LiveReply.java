package dev.guildhall.core.webchat;

import dev.guildhall.ports.Numbered;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.webchat.Reply;
import dev.guildhall.ports.webchat.ReplyEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A reply that this node runs, with all its events. Clients receive an event only after it was stored: so no other
 * node gives its number to another event, and its text is not lost with this node.
 */
final class LiveReply {
    private final Reply answer;
    private final Thread thread;

    private final List<Numbered<ReplyEvent>> events = new ArrayList<>();
    private int stored;
    private boolean stopped;
    private boolean givenUp;
    private boolean lost;

    /** A reply without events; an interrupt of its thread ends it. */
    LiveReply(Reply answer, Thread thread) {
        this(answer, thread, List.of());
    }

    /** A reply that another node has given up, with all its events, which are stored. */
    LiveReply(Reply answer, Thread thread, List<Numbered<ReplyEvent>> before) {
        this.answer = answer;
        this.thread = thread;
        events.addAll(before);
        stored = before.size();
    }

    Reply answer() {
        return answer;
    }

    /**
     * Ends the reply; the text so far is stored. Nothing happens when it has ended.
     *
     * @return false when it is given up: the node that continues it has to stop it
     */
    synchronized boolean stop() {
        if (!hasEnded() && !givenUp) {
            stopped = true;
            thread.interrupt();
        }
        return !givenUp;
    }

    synchronized boolean isStopped() {
        return stopped;
    }

    /** Interrupts the reply once, for another node to continue it. Nothing happens when it has ended or is stopped. */
    synchronized void giveUp() {
        if (!hasEnded() && !stopped && !givenUp) {
            givenUp = true;
            thread.interrupt();
        }
    }

    synchronized boolean isGivenUp() {
        return givenUp;
    }

    /** The store takes no more events of it: another node has ended it, or its chat was removed. */
    synchronized void lose() {
        lost = true;
        if (!hasEnded()) {
            thread.interrupt();
        }
        notifyAll();
    }

    synchronized void add(ReplyEvent event) {
        events.add(new Numbered<>(answer.firstNumber() + events.size(), event));
    }

    synchronized String text() {
        StringBuilder text = new StringBuilder();
        for (Numbered<ReplyEvent> event : events) {
            if (event.event() instanceof ReplyEvent.Token(String more)) {
                text.append(more);
            }
        }
        return text.toString();
    }

    /** The names of the tools that were called, in the order of their first calls, without repeats. */
    synchronized List<String> toolsStarted() {
        return events.stream()
                .map(Numbered::event)
                .filter(ReplyEvent.ToolStarted.class::isInstance)
                .map(event -> ((ReplyEvent.ToolStarted) event).tool())
                .distinct()
                .toList();
    }

    synchronized boolean hasFinished(String callId) {
        return events.stream()
                .anyMatch(event -> event.event() instanceof ReplyEvent.ToolFinished finished
                        && finished.use().callId().equals(callId));
    }

    /** The events that are not stored yet. */
    synchronized List<Numbered<ReplyEvent>> unstored() {
        return List.copyOf(events.subList(stored, events.size()));
    }

    /** Whether the event of that number is the last one. */
    synchronized boolean endsWith(int number) {
        return hasEnded() && events.getLast().number() == number;
    }

    /**
     * Records which event is the newest in the store; clients receive the events up to it.
     *
     * @param newest a number before the first event's when none is stored
     */
    synchronized void stored(int newest) {
        stored = Math.clamp(newest + 1L - answer.firstNumber(), 0, events.size());
        notifyAll();
    }

    /**
     * Sends the stored events after a number, until the last one; a client that has received the last one gets it
     * again. A number greater than the newest event's counts as that of the newest one.
     *
     * @return whether the last one was sent; otherwise the reply is lost, and the store has the events that remain
     */
    boolean follow(int after, Consumer<Numbered<ReplyEvent>> sink) {
        int next = firstAfter(after);
        while (true) {
            List<Numbered<ReplyEvent>> ready = await(next);
            if (ready.isEmpty()) {
                return false;
            }
            for (Numbered<ReplyEvent> event : ready) {
                sink.accept(event);
                next++;
                if (event.event().isLast()) {
                    return true;
                }
            }
        }
    }

    private synchronized int firstAfter(int after) {
        int next = Math.clamp(after + 1L - answer.firstNumber(), 0, stored);
        return hasEnded() && next == events.size() ? next - 1 : next;
    }

    /** Waits for events from that index on; empty when the reply is lost. */
    private synchronized List<Numbered<ReplyEvent>> await(int from) {
        try {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            while (stored <= from && !lost) {
                wait();
            }
            return List.copyOf(events.subList(Math.min(from, stored), stored));
        } catch (InterruptedException left) {
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        }
    }

    private boolean hasEnded() {
        return !events.isEmpty() && events.getLast().event().isLast();
    }
}
