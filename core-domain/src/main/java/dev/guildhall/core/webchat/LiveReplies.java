package dev.guildhall.core.webchat;

import dev.guildhall.core.config.WebChatLimits;
import dev.guildhall.core.time.GroupCommit;
import dev.guildhall.core.time.OutageLog;
import dev.guildhall.core.time.Threads;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Numbered;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.webchat.Handover;
import dev.guildhall.ports.webchat.ReplyEvent;
import dev.guildhall.ports.webchat.ReplyId;
import dev.guildhall.ports.webchat.ReplyStore;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;

/**
 * The replies that this node runs, by chat. Stores their events, those of all replies together: an event after a quiet
 * time at once, and the events of the following pause in one write.
 */
final class LiveReplies {
    private static final Logger LOG = System.getLogger(LiveReplies.class.getName());

    private final InstantSource clock;
    private final ReplyStore store;
    private final WebChatLimits.Replies limits;
    private final OutageLog outages;
    private final Map<ChatId, LiveReply> byChat = new ConcurrentHashMap<>();
    private final ReentrantLock storing = new ReentrantLock();
    private final GroupCommit added;
    private volatile boolean givingUp;

    LiveReplies(InstantSource clock, Ticker ticker, Threads threads, ReplyStore store, WebChatLimits.Replies limits) {
        this.clock = clock;
        this.store = store;
        this.limits = limits;
        this.outages = new OutageLog(LOG, limits.flush());
        this.added = new GroupCommit(
                "answers-flush",
                threads,
                ticker,
                limits.flush(),
                () -> unstored().isEmpty(),
                () -> stored(unstored()));
    }

    /** Adds a reply that begins; the one before it in its chat is lost. After {@link #giveUp()} it is given up at once. */
    void add(LiveReply answer) {
        Optional.ofNullable(byChat.put(answer.answer().chatId(), answer)).ifPresent(LiveReply::lose);
        if (givingUp) {
            answer.giveUp();
        }
    }

    /** The reply that this node runs in a chat; empty when it runs none. */
    Optional<LiveReply> in(ChatId chatId) {
        return Optional.ofNullable(byChat.get(chatId));
    }

    int size() {
        return byChat.size();
    }

    /** The event is stored soon; clients receive it then. */
    void add(LiveReply answer, ReplyEvent event) {
        answer.add(event);
        added.writeSoon();
    }

    /** The last event is stored at once; when that fails, until the store is reachable. */
    void end(LiveReply answer, ReplyEvent last) {
        answer.add(last);
        Thread.interrupted();
        if (!stored(List.of(answer))) {
            added.writeSoon();
        }
    }

    /** Interrupts all replies, for other nodes to continue them. */
    void giveUp() {
        givingUp = true;
        byChat.values().forEach(LiveReply::giveUp);
    }

    /**
     * Stores the last events of a reply, and gives it to the node that takes it over first.
     *
     * @return false when that fails; the reply is lost for this node when it succeeds
     */
    boolean giveUp(LiveReply answer, Handover handover) {
        Thread.interrupted();
        if (!stored(List.of(answer))) {
            return false;
        }
        try {
            store.giveUp(answer.answer().id(), handover, clock.instant().plus(limits.lease()));
        } catch (RuntimeException | Error outage) {
            LOG.log(Level.WARNING, "an answer could not be given to another node: {0}", outage);
            return false;
        }
        lose(answer);
        return true;
    }

    /**
     * Stores the last events of a reply, which waits for an approval from now on.
     *
     * @return false when that fails; the reply is lost for this node when it succeeds
     */
    boolean suspend(LiveReply answer) {
        Thread.interrupted();
        if (!stored(List.of(answer))) {
            return false;
        }
        try {
            store.suspend(answer.answer().id());
        } catch (RuntimeException | Error outage) {
            LOG.log(Level.WARNING, "an answer could not be left to wait for an approval: {0}", outage);
            return false;
        }
        lose(answer);
        return true;
    }

    private List<LiveReply> unstored() {
        return byChat.values().stream()
                .filter(answer -> !answer.unstored().isEmpty())
                .toList();
    }

    private boolean stored(List<LiveReply> replies) {
        try {
            store(replies);
            outages.succeeded();
            return true;
        } catch (RuntimeException | Error outage) {
            outages.failed("the storing of answers'' events failed, next try in {0}: {1}", limits.flush(), outage);
            return false;
        }
    }

    /** Extends the leases of all replies, and stops those that a client on another node has stopped. */
    void renew() {
        stored(List.copyOf(byChat.values()));
    }

    /** Stores the new events of some replies, in one write; replies that have ended are done then. */
    private void store(List<LiveReply> replies) {
        if (replies.isEmpty()) {
            return;
        }
        storing.lock();
        try {
            Map<ReplyId, List<Numbered<ReplyEvent>>> events = replies.stream()
                    .collect(Collectors.toMap(answer -> answer.answer().id(), LiveReply::unstored));
            Map<ReplyId, ReplyStore.Stored> stored =
                    store.append(events, clock.instant().plus(limits.lease()));
            for (LiveReply answer : replies) {
                Optional.ofNullable(stored.get(answer.answer().id()))
                        .ifPresentOrElse(state -> stored(answer, state), () -> lose(answer));
            }
        } finally {
            storing.unlock();
        }
    }

    /** A client that has received the last event may ask again at once. */
    private void stored(LiveReply answer, ReplyStore.Stored state) {
        if (answer.endsWith(state.newest())) {
            byChat.remove(answer.answer().chatId(), answer);
        }
        answer.stored(state.newest());
        if (state.stopRequested()) {
            answer.stop();
        }
    }

    private void lose(LiveReply answer) {
        byChat.remove(answer.answer().chatId(), answer);
        answer.lose();
    }

    /** From now on events are stored at most once more. */
    void close() {
        added.close();
    }
}
