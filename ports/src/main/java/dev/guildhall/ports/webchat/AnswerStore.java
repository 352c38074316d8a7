package dev.guildhall.ports.webchat;

import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Numbered;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Driven port: answers that are being given, with their events, so that a client can follow them from every node. They go
 * with their chat. Blocks. Thread-safe; takes part in {@code Transactions}.
 */
public interface AnswerStore {
    /**
     * Keeps a new answer, unless the chat has one that runs and whose lease holds; one whose lease has run out ends first,
     * with {@link AnswerEvent.Failed}. The events of the answer before are kept, earlier ones are removed. Of two at once in a
     * chat exactly one is kept.
     *
     * @return the answer with its {@link Answer#firstNumber()}; empty, with nothing written, when the chat has a running one,
     *     or there is no such chat
     */
    Optional<Answer> begin(Answer answer);

    /**
     * Adds events behind those that are there, in one write for all answers, and extends the leases of these answers.
     *
     * @param events by answer, each in the order of their numbers; an answer without events has its lease extended alone.
     *     A last event ends its answer. Those of an answer that has ended are dropped
     * @param leaseUntil the new {@link Answer#leaseUntil()}
     */
    void append(Map<AnswerId, List<Numbered<AnswerEvent>>> events, Instant leaseUntil);

    /** The latest answer of a chat; empty when it has had none. */
    Optional<Answer> latest(ChatId chatId);

    /** The chats of these that have an answer that runs and whose lease holds. */
    Set<ChatId> running(Collection<ChatId> chats, Instant now);

    /**
     * The events of a chat behind a number, in order.
     *
     * @param after 0 for all that are still kept
     * @param most how many at most, 1 or more
     */
    List<Numbered<AnswerEvent>> events(ChatId chatId, int after, int most);

    /** The number of the newest event of a chat, also when it is not kept any more; 0 when there has been none. */
    int newest(ChatId chatId);

    /**
     * Asks the node that gives an answer in the chat to stop it.
     *
     * @return false when no answer runs there
     */
    boolean requestStop(ChatId chatId, Instant now);

    /**
     * Which of these answers their node has to stop: those that {@link #requestStop} names, and those that are not kept any
     * more because their chat was removed or has another answer. An answer that has ended is not among them while it is kept.
     */
    Set<AnswerId> toStop(Collection<AnswerId> answers);

    /**
     * Answers that run and whose lease has run out.
     *
     * @param most how many at most, 1 or more
     */
    List<Answer> lost(Instant now, int most);

    /**
     * Gives an answer that runs and whose lease has run out to another node. Of several at once exactly one gets it; the events
     * of the node before are dropped from then on.
     *
     * @param by the answer under another {@link Answer#id()}, with its new node and lease
     * @return false, with nothing written, when the answer does not run any more or its lease holds
     */
    boolean takeOver(AnswerId lost, Answer by, Instant now);

    /**
     * Removes the events of chats whose latest answer ended before a time. A store may leave some to the next call when there
     * are more than a thousand.
     *
     * @param endedBefore that time; an answer's last lease must have ended before it too
     */
    void forget(Instant endedBefore);
}
