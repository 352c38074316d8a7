package dev.guildhall.core.webchat;

import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.Numbered;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.Transactions;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.ConversationStore;
import dev.guildhall.ports.agent.IncompleteReason;
import dev.guildhall.ports.agent.Speaker;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.agent.Turn;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.NodeId;
import dev.guildhall.ports.webchat.Answer;
import dev.guildhall.ports.webchat.AnswerEvent;
import dev.guildhall.ports.webchat.AnswerId;
import dev.guildhall.ports.webchat.AnswerStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The stored answers of all nodes. An answer whose node has failed is ended: the chat's message gets the text of
 * its stored events, which is all that clients have received, since the message is stored less often. Only one node ends an
 * answer, since it takes over the lease first. Thread-safe.
 */
final class StoredAnswers {
    private static final int ANSWERS_AT_ONCE = 100;
    private static final int EVENTS_AT_ONCE = 1000;

    private final InstantSource clock;
    private final Ticker ticker;
    private final IdSource ids;
    private final AnswerStore answers;
    private final ConversationStore conversations;
    private final Transactions transactions;
    private final WebChatLimits.Answers limits;
    private final NodeId node;

    StoredAnswers(
            InstantSource clock,
            Ticker ticker,
            IdSource ids,
            Stores stores,
            WebChatLimits.Answers limits,
            NodeId node) {
        this.clock = clock;
        this.ticker = ticker;
        this.ids = ids;
        this.answers = stores.answers();
        this.conversations = stores.conversations();
        this.transactions = stores.transactions();
        this.limits = limits;
        this.node = node;
    }

    /**
     * Sends the events of a chat after a number until the running answer has ended. An answer whose node has failed is
     * ended when it is read, so it is safe to wait for a last event.
     */
    void follow(ChatId chatId, int after, Consumer<Numbered<AnswerEvent>> sink) {
        latest(chatId)
                .ifPresent(latest -> send(latest, after == 0 ? latest.firstNumber() - 1 : known(latest, after), sink));
    }

    /** The same for a client of an answer that this node does not run any more: when the chat was deleted, it is told. */
    void resume(ChatId chatId, int after, Consumer<Numbered<AnswerEvent>> sink) {
        latest(chatId)
                .ifPresentOrElse(latest -> send(latest, known(latest, after), sink), () -> sink.accept(deleted(after)));
    }

    private void send(Answer answer, int after, Consumer<Numbered<AnswerEvent>> sink) {
        int seen = after;
        Optional<Answer> latest = Optional.of(answer);
        while (latest.isPresent()) {
            List<Numbered<AnswerEvent>> events = answers.events(answer.chatId(), seen, EVENTS_AT_ONCE);
            for (Numbered<AnswerEvent> event : events) {
                sink.accept(event);
                seen = event.number();
                if (event.event().isLast()) {
                    return;
                }
            }
            if (events.isEmpty()) {
                if (latest.get().status() == Answer.Status.ENDED) {
                    return;
                }
                pause();
                latest = latest(answer.chatId());
            }
        }
        sink.accept(deleted(seen));
    }

    private static Numbered<AnswerEvent> deleted(int seen) {
        return new Numbered<>(seen + 1, AnswerEvent.Failed.CHAT_DELETED);
    }

    /**
     * The number of an existing event. For a number that no event has, the client continues with the newest event, or
     * gets the last event of an answer that has ended.
     */
    private int known(Answer latest, int after) {
        int newest = answers.newest(latest.chatId());
        if (after <= newest) {
            return after;
        }
        boolean hasEnded = answers.events(latest.chatId(), newest - 1, 1).stream()
                .anyMatch(event -> event.event().isLast());
        return hasEnded ? newest - 1 : newest;
    }

    private void pause() {
        try {
            ticker.pause(limits.poll());
        } catch (InterruptedException left) {
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        }
    }

    /** Ends some lost answers, and returns whether there may be more. */
    boolean endLost() {
        List<Answer> lost = answers.lost(clock.instant(), ANSWERS_AT_ONCE);
        lost.forEach(this::end);
        return lost.size() == ANSWERS_AT_ONCE;
    }

    /** The latest answer of a chat; ends it first when its node has failed. */
    Optional<Answer> latest(ChatId chatId) {
        Optional<Answer> latest = answers.latest(chatId);
        Instant now = clock.instant();
        if (latest.filter(answer -> answer.status() == Answer.Status.RUNNING && !answer.isRunning(now))
                .isEmpty()) {
            return latest;
        }
        end(latest.get());
        return answers.latest(chatId);
    }

    private void end(Answer lost) {
        Instant now = clock.instant();
        Answer mine = lost.takenOver(new AnswerId(ids.next("ans")), node, now.plus(limits.lease()));
        if (!answers.takeOver(lost.id(), mine, now)) {
            return;
        }
        ChatEntry said = said(mine);
        int next = answers.newest(mine.chatId()) + 1;
        List<Numbered<AnswerEvent>> events = new ArrayList<>();
        transactions
                .inTransaction(() -> restored(mine, said, now))
                .ifPresent(unsent -> events.add(new Numbered<>(next, new AnswerEvent.Token(unsent))));
        events.add(new Numbered<>(next + events.size(), AnswerEvent.Failed.NODE_LOST));
        answers.append(Map.of(mine.id(), events), mine.leaseUntil());
    }

    /** The message that the events of an answer contain. */
    private ChatEntry said(Answer answer) {
        StringBuilder words = new StringBuilder();
        List<ToolUse> uses = new ArrayList<>();
        int seen = answer.firstNumber() - 1;
        List<Numbered<AnswerEvent>> events;
        do {
            events = answers.events(answer.chatId(), seen, EVENTS_AT_ONCE);
            for (Numbered<AnswerEvent> event : events) {
                seen = event.number();
                switch (event.event()) {
                    case AnswerEvent.Token(String text) -> words.append(text);
                    case AnswerEvent.ToolFinished(ToolUse use) -> uses.add(use);
                    case AnswerEvent.ToolStarted ignored -> {}
                    case AnswerEvent.Used ignored -> {}
                    case AnswerEvent.Done ignored -> {}
                    case AnswerEvent.Failed ignored -> {}
                }
            }
        } while (events.size() == EVENTS_AT_ONCE);
        return new ChatEntry(Speaker.ASSISTANT, Text.repaired(words.toString()), uses, clock.instant())
                .ended(IncompleteReason.INTERRUPTED);
    }

    /**
     * Gives the chat's message the text of the events. Returns what the message has beyond them: it was stored a moment
     * before events that were never stored.
     */
    private Optional<String> restored(Answer answer, ChatEntry said, Instant now) {
        Optional<Turn> turn = conversations.takeOver(answer.chatId());
        List<ChatEntry> latest = conversations.latest(answer.chatId(), 1);
        if (latest.isEmpty()) {
            return Optional.empty();
        }
        ChatEntry last = latest.getFirst();
        if (last.speaker() != Speaker.ASSISTANT) {
            if (!said.content().isBlank()) {
                conversations.answer(answer.chatId(), turn.orElseThrow(), said, now);
            }
            return Optional.empty();
        }
        if (!isDraftOf(last, answer)) {
            return Optional.empty();
        }
        if (last.content().length() < said.content().length()) {
            ChatEntry whole =
                    new ChatEntry(last.speaker(), said.content(), last.toolUses(), last.timestamp(), last.ended());
            conversations.answer(answer.chatId(), turn.orElseThrow(), whole, now);
        }
        return Optional.of(last.content())
                .filter(text -> text.length() > said.content().length() && text.startsWith(said.content()))
                .map(text -> text.substring(said.content().length()));
    }

    private static boolean isDraftOf(ChatEntry last, Answer answer) {
        return last.ended().filter(IncompleteReason.INTERRUPTED::equals).isPresent()
                && !last.timestamp().isBefore(answer.startedAt());
    }
}
