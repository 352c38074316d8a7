package dev.guildhall.core.webchat;

import dev.guildhall.core.config.WebChatLimits;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.Numbered;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.Transactions;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.ConversationStore;
import dev.guildhall.ports.agent.IncompleteReason;
import dev.guildhall.ports.agent.NewMessage;
import dev.guildhall.ports.agent.Speaker;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.agent.Turn;
import dev.guildhall.ports.approval.ApprovalStore;
import dev.guildhall.ports.approval.SuspendedAnswer;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.webchat.Handover;
import dev.guildhall.ports.webchat.Reply;
import dev.guildhall.ports.webchat.ReplyEvent;
import dev.guildhall.ports.webchat.ReplyId;
import dev.guildhall.ports.webchat.ReplyStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The stored replies of all nodes. A reply whose node has failed is ended: the chat's message gets the text of
 * its stored events, which is all that clients have received, since the message is stored less often. A reply that its node
 * gave up is resumed. Only one node ends or resumes a reply, since it takes over the lease first.
 */
final class StoredReplies {
    private static final int ANSWERS_AT_ONCE = 100;
    private static final int EVENTS_AT_ONCE = 1000;

    private final InstantSource clock;
    private final Ticker ticker;
    private final IdSource ids;
    private final ReplyStore replies;
    private final ConversationStore conversations;
    private final ApprovalStore approvals;
    private final Transactions transactions;
    private final WebChatLimits.Replies limits;
    private final NodeId node;
    private final Resumption resumption;
    private volatile boolean stopping;

    /** Runs replies that their nodes gave up. */
    interface Resumption {
        /** Whether this node can run one more. */
        boolean hasRoom();

        /** Begins to run a reply, which this node has taken over. */
        void resume(Reply mine, Handover handover);
    }

    StoredReplies(
            InstantSource clock,
            Ticker ticker,
            IdSource ids,
            Stores stores,
            WebChatLimits.Replies limits,
            NodeId node,
            Resumption resumption) {
        this.clock = clock;
        this.ticker = ticker;
        this.ids = ids;
        this.replies = stores.replies();
        this.conversations = stores.conversations();
        this.approvals = stores.approvals();
        this.transactions = stores.transactions();
        this.limits = limits;
        this.node = node;
        this.resumption = resumption;
    }

    /** From now on this node resumes no replies, and its clients wait no longer for events: another node has them. */
    void stop() {
        stopping = true;
    }

    /**
     * Sends the events of a chat after a number until the running reply has ended, or this node stops. A reply whose
     * node has failed is ended when it is read, so it is safe to wait for a last event.
     */
    void follow(ChatId chatId, int after, Consumer<Numbered<ReplyEvent>> sink) {
        latest(chatId)
                .ifPresent(latest -> send(latest, after == 0 ? latest.firstNumber() - 1 : known(latest, after), sink));
    }

    /** The same for a client of a reply that this node does not run any more: it receives {@code CHAT_DELETED} when the chat was deleted. */
    void followOn(ChatId chatId, int after, Consumer<Numbered<ReplyEvent>> sink) {
        latest(chatId)
                .ifPresentOrElse(latest -> send(latest, known(latest, after), sink), () -> sink.accept(deleted(after)));
    }

    private void send(Reply answer, int after, Consumer<Numbered<ReplyEvent>> sink) {
        int seen = after;
        Optional<Reply> latest = Optional.of(answer);
        while (latest.isPresent()) {
            List<Numbered<ReplyEvent>> events = replies.events(answer.chatId(), seen, EVENTS_AT_ONCE);
            for (Numbered<ReplyEvent> event : events) {
                sink.accept(event);
                seen = event.number();
                if (event.event().isLast()) {
                    return;
                }
            }
            if (events.isEmpty()) {
                if (stopping || latest.get().status() == Reply.Status.ENDED) {
                    return;
                }
                pause(latest.get().status());
                latest = latest(answer.chatId());
            }
        }
        sink.accept(deleted(seen));
    }

    private static Numbered<ReplyEvent> deleted(int seen) {
        return new Numbered<>(seen + 1, ReplyEvent.Failed.CHAT_DELETED);
    }

    /**
     * The number of an existing event. For a number that no event has, the client continues with the newest event, or
     * gets the last event of a reply that has ended.
     */
    private int known(Reply latest, int after) {
        int newest = replies.newest(latest.chatId());
        if (after <= newest) {
            return after;
        }
        boolean hasEnded = replies.events(latest.chatId(), newest - 1, 1).stream()
                .anyMatch(event -> event.event().isLast());
        return hasEnded ? newest - 1 : newest;
    }

    /** A reply may wait for an approval for a day. */
    private void pause(Reply.Status status) {
        try {
            ticker.pause(status == Reply.Status.WAITING ? limits.pollWaiting() : limits.poll());
        } catch (InterruptedException left) {
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        }
    }

    /** Ends or resumes some lost replies, and returns whether there may be more. */
    boolean endLost() {
        List<Reply> lost = replies.lost(clock.instant(), ANSWERS_AT_ONCE);
        long taken = lost.stream().filter(this::take).count();
        return taken == ANSWERS_AT_ONCE;
    }

    /** The latest reply of a chat; ends it first when its node has failed, and resumes it when its node gave it up. */
    Optional<Reply> latest(ChatId chatId) {
        Optional<Reply> latest = replies.latest(chatId);
        if (latest.filter(this::isFree).isEmpty()) {
            return latest;
        }
        take(latest.get());
        return replies.latest(chatId);
    }

    private boolean isFree(Reply answer) {
        Instant now = clock.instant();
        return isLost(answer, now) || isResumable(answer, now);
    }

    private static boolean isLost(Reply answer, Instant now) {
        return answer.status() == Reply.Status.RUNNING && !answer.isRunning(now);
    }

    private boolean isResumable(Reply answer, Instant now) {
        return answer.isRunning(now) && answer.handover().isPresent() && !stopping && resumption.hasRoom();
    }

    private boolean take(Reply answer) {
        Instant now = clock.instant();
        boolean isResumed = isResumable(answer, now);
        Reply mine = answer.takenOver(new ReplyId(ids.next("ans")), node, now.plus(limits.lease()));
        if (!(isResumed || isLost(answer, now)) || !replies.takeOver(answer.id(), mine, now)) {
            return false;
        }
        if (isResumed) {
            resumption.resume(mine, answer.handover().orElseThrow());
        } else {
            end(mine, now);
        }
        return true;
    }

    /** A reply whose node failed after its answer was suspended waits on. */
    private void end(Reply mine, Instant now) {
        if (approvals.suspended(mine.chatId().value()).isPresent() && replies.suspend(mine.id())) {
            return;
        }
        ChatEntry said = message(mine);
        int next = replies.newest(mine.chatId()) + 1;
        List<Numbered<ReplyEvent>> events = new ArrayList<>();
        transactions
                .inTransaction(() -> restored(mine, said, now))
                .ifPresent(unsent -> events.add(new Numbered<>(next, new ReplyEvent.Token(unsent))));
        events.add(new Numbered<>(next + events.size(), ReplyEvent.Failed.NODE_LOST));
        replies.append(Map.of(mine.id(), events), mine.leaseUntil());
    }

    List<Numbered<ReplyEvent>> eventsOf(Reply answer) {
        List<Numbered<ReplyEvent>> all = new ArrayList<>();
        List<Numbered<ReplyEvent>> some;
        do {
            int seen = all.isEmpty() ? answer.firstNumber() - 1 : all.getLast().number();
            some = replies.events(answer.chatId(), seen, EVENTS_AT_ONCE);
            all.addAll(some);
        } while (some.size() == EVENTS_AT_ONCE);
        return all;
    }

    /** Whether the question of a reply begins its chat. */
    boolean isFirst(Reply answer, Handover handover) {
        return conversations.range(answer.chatId(), handover.messages() + 1, 1).isEmpty();
    }

    /** Gives the chat's message the text of the events, and returns the question as it was asked. */
    AgentRequest question(Reply answer, Handover handover) {
        transactions.inTransaction(() -> restored(answer, message(answer), clock.instant()));
        List<ChatEntry> latest = new ArrayList<>(conversations.latest(answer.chatId(), handover.messages() + 1));
        if (!latest.isEmpty() && latest.getLast().speaker() == Speaker.ASSISTANT) {
            latest.removeLast();
        }
        List<NewMessage> question = latest.stream()
                .skip(Math.max(0, latest.size() - handover.messages()))
                .map(NewMessage::of)
                .toList();
        return new AgentRequest(
                answer.userId(), handover.mode(), Optional.of(answer.chatId()), question, handover.options());
    }

    private ChatEntry message(Reply answer) {
        StringBuilder words = new StringBuilder();
        List<ToolUse> uses = new ArrayList<>();
        for (Numbered<ReplyEvent> event : eventsOf(answer)) {
            switch (event.event()) {
                case ReplyEvent.Token(String text) -> words.append(text);
                case ReplyEvent.Reasoned ignored -> {}
                case ReplyEvent.ToolFinished(ToolUse use) -> uses.add(use);
                case ReplyEvent.ToolStarted ignored -> {}
                case ReplyEvent.QuestionAsked ignored -> {}
                case ReplyEvent.QuestionEnded ignored -> {}
                case ReplyEvent.ApprovalAsked ignored -> {}
                case ReplyEvent.Used ignored -> {}
                case ReplyEvent.Done ignored -> {}
                case ReplyEvent.Failed ignored -> {}
            }
        }
        return new ChatEntry(Speaker.ASSISTANT, Text.repaired(words.toString()), uses, clock.instant())
                .ended(IncompleteReason.INTERRUPTED);
    }

    /**
     * Gives the chat's message the text of the events. Returns what the message has beyond them: it was stored a moment
     * before events that were never stored.
     */
    private Optional<String> restored(Reply answer, ChatEntry said, Instant now) {
        Optional<Turn> turn = conversations.takeOver(answer.chatId());
        List<ChatEntry> latest = conversations.latest(answer.chatId(), 1);
        if (latest.isEmpty()) {
            return Optional.empty();
        }
        ChatEntry last = latest.getFirst();
        if (last.speaker() != Speaker.ASSISTANT) {
            if (!said.content().isBlank()) {
                conversations.storeReply(answer.chatId(), turn.orElseThrow(), said, now);
            }
            return Optional.empty();
        }
        if (!isDraftOf(last, answer)) {
            return Optional.empty();
        }
        if (last.content().length() < said.content().length()) {
            ChatEntry whole = new ChatEntry(
                            last.speaker(), said.content(), last.toolUses(), last.timestamp(), last.ended())
                    .withNotices(last.notices())
                    .withDetails(last.details());
            conversations.storeReply(answer.chatId(), turn.orElseThrow(), whole, now);
        }
        return Optional.of(last.content())
                .filter(text -> text.length() > said.content().length() && text.startsWith(said.content()))
                .map(text -> text.substring(said.content().length()));
    }

    /** Continues a reply that has waited for an approval, if this node can; one that has ended waits no more. */
    void proceed(SuspendedAnswer.InChat ready) {
        Instant now = clock.instant();
        Optional<Reply> reply = replies.latest(ready.chatId());
        if (reply.filter(latest -> latest.status() != Reply.Status.ENDED).isEmpty()) {
            approvals.withdraw(ready.work());
            return;
        }
        reply.filter(latest -> latest.status() == Reply.Status.WAITING && !stopping && resumption.hasRoom())
                .map(latest -> new Takeover(latest, taken(latest, now)))
                .filter(one -> replies.takeOver(one.before().id(), one.mine(), now))
                .ifPresent(one -> resumption.resume(one.mine(), ready.handover()));
    }

    private record Takeover(Reply before, Reply mine) {}

    private Reply taken(Reply before, Instant now) {
        return before.takenOver(new ReplyId(ids.next("ans")), node, now.plus(limits.lease()))
                .with(Reply.Status.RUNNING, now.plus(limits.lease()));
    }

    /** Ends a reply that waits for an approval: its calls are not made. */
    void stopWaiting(ChatId chatId) {
        Instant now = clock.instant();
        Optional<Reply> waiting = replies.latest(chatId).filter(latest -> latest.status() == Reply.Status.WAITING);
        if (waiting.isEmpty()) {
            return;
        }
        Reply mine = taken(waiting.get(), now);
        if (!replies.takeOver(waiting.get().id(), mine, now)) {
            return;
        }
        approvals.withdraw(chatId.value());
        markStopped(mine);
        List<Numbered<ReplyEvent>> before = eventsOf(mine);
        LiveReply said = new LiveReply(mine, Thread.currentThread(), before);
        ReplyEvent last = new ReplyEvent.Done(chatId, said.text(), said.toolsStarted(), true, List.of());
        replies.append(Map.of(mine.id(), List.of(new Numbered<>(replies.newest(chatId) + 1, last))), mine.leaseUntil());
    }

    /** Marks the message of a reply that was stopped before the agent continued it. */
    void markStopped(Reply answer) {
        transactions.run(() -> conversations.latest(answer.chatId(), 1).stream()
                .filter(last -> isDraftOf(last, answer))
                .forEach(draft -> conversations
                        .takeOver(answer.chatId())
                        .ifPresent(turn -> conversations.storeReply(
                                answer.chatId(), turn, draft.ended(IncompleteReason.STOPPED), clock.instant()))));
    }

    private static boolean isDraftOf(ChatEntry last, Reply answer) {
        return last.ended().filter(IncompleteReason.INTERRUPTED::equals).isPresent()
                && !last.timestamp().isBefore(answer.startedAt());
    }
}
