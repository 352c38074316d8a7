package dev.guildhall.ports.agent;

import java.util.List;
import java.util.function.Consumer;

/** Receives the events of an answer, in order, on one thread at a time. */
@FunctionalInterface
public interface AgentListener extends Consumer<AgentEvent> {
    /**
     * A listener that shows no text before the answer is complete.
     *
     * @param listener receives each event
     */
    record UntilComplete(Consumer<AgentEvent> listener) implements AgentListener {
        @Override
        public void accept(AgentEvent event) {
            listener.accept(event);
        }

        @Override
        public boolean isShown() {
            return false;
        }
    }

    /**
     * A listener whose user receives the events at once, and can answer questions.
     *
     * @param listener receives each event
     */
    record Answering(Consumer<AgentEvent> listener) implements AgentListener {
        @Override
        public void accept(AgentEvent event) {
            listener.accept(event);
        }

        @Override
        public boolean canAnswer() {
            return true;
        }
    }

    /**
     * Whether a reader sees the text and the tool calls of an event when it is received. The agent then stores them in the
     * conversation first, and the listener receives them up to about 50 ms later, on another thread than the answering one.
     * A listener that stores the events itself, or shows nothing before the answer is complete, receives them at once.
     */
    default boolean isShown() {
        return true;
    }

    /**
     * Whether a user receives the events while the answer runs, and can answer what servers ask during tool calls
     * ({@link AgentEvent.QuestionAsked}). Otherwise every question is cancelled at once.
     */
    default boolean canAnswer() {
        return false;
    }

    /**
     * Whether it is the reply of a chat front-end, which continues an answer that has waited for its user by itself with
     * {@link Agents#resume}.
     */
    default boolean isReply() {
        return false;
    }

    /**
     * Whether its client stays connected while calls of the answer wait for their user. The agent then continues the answer
     * in the same call, on another thread: neither an interrupt of the calling thread nor an exception of this listener
     * cancels it then, and it goes on without the listener. Otherwise the call ends with {@code
     * AgentProblem.AwaitsApproval}, and the answer goes on without this listener.
     */
    default boolean staysOpen() {
        return false;
    }

    /**
     * The answer ends without its last words. The agent calls this on the answering thread, after what it has of the answer
     * is stored and before it throws. Must not throw.
     *
     * @param notices those of the stored message ({@link ChatEntry#notices})
     * @param details those of the stored message
     */
    default void endsEarly(List<String> notices, ReplyDetails details) {}

    /**
     * Whether the user has stopped the answer. An answer that ends early is then stored with {@link IncompleteReason#STOPPED}.
     * Any thread may call this.
     */
    default boolean isStopped() {
        return false;
    }

    /**
     * Whether the node gives the answer up, for another node to {@linkplain Agents#resume resume} it. An answer that ends
     * early is then stored without a memory. Any thread may call this.
     */
    default boolean isGivenUp() {
        return false;
    }
}
