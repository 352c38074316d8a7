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
 * Driven port: running answers with their events, so that a client can follow them on every node. They are deleted with
 * their chat. Blocks. Thread-safe; takes part in {@code Transactions}.
 */
public interface AnswerStore {
    /**
     * Stores a new answer, unless the chat has a running one whose lease holds; a running one whose lease has expired
     * is ended first, with {@link AnswerEvent.Failed}. The events of the previous answer stay, those of earlier ones
     * are removed. Of two calls at once in a chat exactly one succeeds.
     *
     * @return the answer with its {@link Answer#firstNumber()}; empty, with nothing written, when the chat has a
     *     running one, or there is no such chat
     */
    Optional<Answer> begin(Answer answer);

    /**
     * Adds events after the stored ones, in one write for all answers, and extends the leases of these answers.
     *
     * @param events by answer, each in the order of their numbers; for an answer without events only the lease is
     *     extended. A last event ends its answer. Events of an answer that has ended are dropped
     * @param leaseUntil the new {@link Answer#leaseUntil()}
     */
    void append(Map<AnswerId, List<Numbered<AnswerEvent>>> events, Instant leaseUntil);

    /** The latest answer of a chat; empty when it has had none. */
    Optional<Answer> latest(ChatId chatId);

    /** Those of the chats that have a running answer whose lease holds. */
    Set<ChatId> running(Collection<ChatId> chats, Instant now);

    /**
     * The events of a chat after a number, in order.
     *
     * @param after 0 for all that are stored
     * @param most how many at most, 1 or more
     */
    List<Numbered<AnswerEvent>> events(ChatId chatId, int after, int most);

    /** The number of the newest event of a chat, also when it was removed; 0 when there has been none. */
    int newest(ChatId chatId);

    /**
     * Asks the node that runs an answer in the chat to stop it.
     *
     * @return false when no answer is running in it
     */
    boolean requestStop(ChatId chatId, Instant now);

    /**
     * Those of the answers that their node has to stop: {@link #requestStop} was called for them, or they are not
     * stored any more because their chat was removed or has another answer. An answer that has ended is not among them
     * while it is stored.
     */
    Set<AnswerId> toStop(Collection<AnswerId> answers);

    /**
     * Running answers whose lease has expired.
     *
     * @param most how many at most, 1 or more
     */
    List<Answer> lost(Instant now, int most);

    /**
     * Gives a running answer whose lease has expired to another node. Of several calls at once exactly one succeeds;
     * from then on events of the previous node are dropped.
     *
     * @param by the answer under another {@link Answer#id()}, with its new node and lease
     * @return false, with nothing written, when the answer is not running any more or its lease holds
     */
    boolean takeOver(AnswerId lost, Answer by, Instant now);

    /**
     * Removes the events of chats whose latest answer ended before a time. A store may leave some for the next call
     * when there are more than a thousand.
     *
     * @param endedBefore that time; an answer's last lease must have ended before it too
     */
    void forget(Instant endedBefore);
}
