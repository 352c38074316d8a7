package dev.guildhall.ports.webchat;

import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Numbered;
import dev.guildhall.ports.UserData;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Driven port: running replies with their events, so that a client can follow them on every node. They are deleted with
 * their chat. Blocks. Takes part in {@code Transactions}.
 */
public interface ReplyStore extends UserData {
    /**
     * Stores a new reply, unless the chat has a running one whose lease holds; a running one whose lease has expired
     * is ended first, with {@link ReplyEvent.Failed}. The events of the previous reply stay, those of earlier ones
     * are removed. Of two calls at once in a chat exactly one succeeds.
     *
     * @return the reply with its {@link Reply#firstNumber()}; empty, with nothing written, when the chat has a
     *     running one, or there is no such chat
     */
    Optional<Reply> begin(Reply answer);

    /**
     * Adds events after the stored ones, in one write for all replies, and extends the leases of these replies.
     *
     * @param events by reply, each in the order of their numbers; for a reply without events only the lease is
     *     extended. A last event ends its reply. The events of a reply are left out when the first one's number does
     *     not follow the newest stored one's: an earlier write, whose outcome the node did not learn, has stored it
     * @param leaseUntil the new {@link Reply#leaseUntil()}
     * @return what is stored now of each reply. A reply is absent, and its events are dropped, when it has ended, or
     *     is not stored any more because another node took it over, its chat was removed or has another reply
     */
    Map<ReplyId, Stored> append(Map<ReplyId, List<Numbered<ReplyEvent>>> events, Instant leaseUntil);

    /**
     * What is stored of a reply.
     *
     * @param newest the number of the newest event of its chat
     * @param stopRequested whether its node has to stop it, because of {@link #requestStop}
     */
    record Stored(int newest, boolean stopRequested) {}

    /** The latest reply of a chat; empty when it has had none. */
    Optional<Reply> latest(ChatId chatId);

    /** Those of the chats that have a running reply whose lease holds. */
    Set<ChatId> running(Collection<ChatId> chats, Instant now);

    /**
     * The events of a chat after a number, in order.
     *
     * @param after 0 for all that are stored
     * @param most how many at most, 1 or more
     */
    List<Numbered<ReplyEvent>> events(ChatId chatId, int after, int most);

    /** The number of the newest event of a chat, also when it was removed; 0 when there has been none. */
    int newest(ChatId chatId);

    /**
     * Asks the node that runs a reply in the chat to stop it.
     *
     * @return false when no reply is running in it
     */
    boolean requestStop(ChatId chatId, Instant now);

    /**
     * Gives up a running reply, so that another node continues it: {@link #lost} has it from now on, and
     * {@link #takeOver} succeeds. Until its lease expires it counts as running.
     *
     * @param leaseUntil the new {@link Reply#leaseUntil()}, until when another node may continue it
     * @return false, with nothing written, when the reply has ended or is not stored any more
     */
    boolean giveUp(ReplyId id, Handover handover, Instant leaseUntil);

    /**
     * A running reply waits for an approval from now on: no node runs it, {@link #lost} does not have it, a new reply of the
     * chat ends it with {@link ReplyEvent.Failed#WITHDRAWN}, and {@link #takeOver} succeeds.
     *
     * @return false, with nothing written, when the reply has ended or is not stored any more
     */
    boolean suspend(ReplyId id);

    /**
     * Running replies whose lease has expired, and those that their nodes gave up.
     *
     * @param most how many at most, 1 or more
     */
    List<Reply> lost(Instant now, int most);

    /**
     * Gives a running reply whose lease has expired, that its node gave up, or that waits for an approval, to a node. Of several calls at once
     * exactly one succeeds; from then on events of the previous node are dropped, and the reply has no handover.
     *
     * @param by the reply under another {@link Reply#id()}, with its new node and lease
     * @return false, with nothing written, when the reply has ended, or its lease holds and its node has
     *     not given it up
     */
    boolean takeOver(ReplyId lost, Reply by, Instant now);

    /** Removes the replies of a chat with their events: the store of the chats removes it. */
    void remove(ChatId chatId);

    /**
     * Removes the events of chats whose latest reply ended before a time. A store may leave some for the next call
     * when there are more than a thousand.
     *
     * @param endedBefore that time; a reply's last lease must have ended before it too
     */
    void forget(Instant endedBefore);
}
