package dev.guildhall.core.agent;

import dev.guildhall.core.agent.context.AgentLimits;
import dev.guildhall.core.agent.context.TruncatedData;
import dev.guildhall.core.security.Permissions;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.Transactions;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.agent.AgentStore;
import dev.guildhall.ports.agent.AgentTrace;
import dev.guildhall.ports.agent.Chat;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.Conversation;
import dev.guildhall.ports.agent.ConversationStore;
import dev.guildhall.ports.agent.Ending;
import dev.guildhall.ports.agent.RollingSummary;
import dev.guildhall.ports.agent.Speaker;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.memory.MemoryId;
import dev.guildhall.ports.problem.AgentProblem;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.webchat.WebChatStore;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** Keeps what is said in conversations, and what is remembered of it. Thread-safe. */
public final class ChatArchive {
    private final InstantSource clock;
    private final IdSource ids;
    private final Transactions transactions;
    private final ConversationStore conversations;
    private final WebChatStore webChats;
    private final TurnMemory memory;
    private final AgentStore agents;
    private final Permissions permissions;
    private final Ticker ticker;
    private final AgentLimits limits;

    public ChatArchive(
            InstantSource clock,
            Ticker ticker,
            IdSource ids,
            Stores stores,
            TurnMemory memory,
            Permissions permissions,
            AgentLimits limits) {
        this.clock = clock;
        this.ticker = ticker;
        this.ids = ids;
        this.transactions = stores.transactions();
        this.conversations = stores.conversations();
        this.webChats = stores.webChats();
        this.memory = memory;
        this.agents = stores.agents();
        this.permissions = permissions;
        this.limits = limits;
    }

    /**
     * A question that was kept.
     *
     * @param id the chat
     * @param latest its messages up to the question, for the model: what somebody else asks meanwhile is not among them,
     *     nor what the summary stands for
     * @param summary what stands for the messages before them; may be empty
     */
    record Asked(ChatId id, List<ChatEntry> latest, String summary) {}

    /**
     * Keeps the new messages, in the chat that the request names or in a new one, before anybody answers them. They are
     * refused when no place would be left for the answer.
     */
    Asked keepQuestion(AgentRequest request) {
        Instant now = clock.instant();
        List<ChatEntry> entries = request.messages().stream()
                .map(message -> new ChatEntry(message.speaker(), message.content(), now))
                .toList();
        return request.chatId()
                .map(known -> transactions.inTransaction(() -> goOn(request, known, entries, now)))
                .orElseGet(() -> begin(request, entries, now));
    }

    private Asked begin(AgentRequest request, List<ChatEntry> entries, Instant now) {
        requireRoom(entries.size());
        ChatId id = new ChatId(ids.next("chat"));
        conversations.add(new Chat(id, request.userId(), request.mode(), now, now, entries.size()), entries);
        int shownFrom = Math.max(0, entries.size() - limits.context().messages());
        return new Asked(id, entries.subList(shownFrom, entries.size()), "");
    }

    private Asked goOn(AgentRequest request, ChatId known, List<ChatEntry> entries, Instant now) {
        ChatId id = own(request, known);
        request.keep().ifPresent(messages -> conversations.truncate(id, messages));
        int count = append(id, entries, now);
        requireRoom(count);
        return asked(request, id, count);
    }

    private void requireRoom(int messages) {
        if (messages >= limits.kept().messages()) {
            throw new Refusal(new AgentProblem.ChatFull(limits.kept().messages()));
        }
    }

    /** Somebody who wants nothing of memory gets no summary, and the messages that it stands for. */
    private Asked asked(AgentRequest request, ChatId id, int count) {
        List<ChatEntry> latest = conversations.latest(id, limits.context().messages());
        Optional<RollingSummary> summary = Optional.of(id)
                .filter(known -> request.options().enableMemory())
                .flatMap(agents::summary)
                .filter(known -> !known.text().isEmpty());
        int covered = summary.map(RollingSummary::messages).orElse(0) - (count - latest.size());
        return new Asked(
                id,
                latest.subList(Math.clamp(covered, 0, latest.size() - 1), latest.size()),
                summary.map(RollingSummary::text).orElse(""));
    }

    /** Keeps what an answer in the chat has said and done while it lasts; {@link #keepAnswer} takes its place. */
    AnswerDraft draft(ChatId id) {
        return new AnswerDraft(ticker, limits.kept(), (position, said, uses) -> {
            List<ToolUse> cut = uses.stream()
                    .map(use -> TruncatedData.of(use, limits.results().bytes()))
                    .toList();
            ChatEntry entry = new ChatEntry(Speaker.ASSISTANT, said, cut, clock.instant()).ended(Ending.INTERRUPTED);
            return position.isPresent()
                    ? position.filter(known -> conversations.replace(id, known, entry, entry.timestamp()))
                    : conversations.append(id, List.of(entry), entry.timestamp());
        });
    }

    /**
     * Where an answer goes.
     *
     * @param chat which one
     * @param draft where what was kept of it before stands; absent when it comes behind all others
     */
    record Place(ChatId chat, Optional<Integer> draft) {}

    /**
     * Keeps the answer, remembers the turn when that is wanted, and keeps how the answer came to be: all or nothing. The
     * user's memories are locked before the chat, as by {@link #delete} and by the erasure of an account, so that none of
     * them deadlocks with another.
     *
     * @param answer absent when nothing had been said or done before it broke off
     * @return what is remembered of the turn; empty when nothing is
     */
    Optional<MemoryId> keepAnswer(AgentRequest request, Place place, Optional<ChatEntry> answer, AgentTrace trace) {
        ChatId id = place.chat();
        Optional<TurnMemory.Prepared> turn =
                answer.filter(said -> request.options().enableMemory()).map(said -> memory.prepare(request, id, said));
        Optional<MemoryId> remembered = transactions.inTransaction(() -> {
            turn.ifPresent(ready -> memory.lock(request.userId()));
            answer.ifPresent(entry -> put(place, entry));
            agents.addTrace(id, trace, limits.kept().traces());
            return turn.flatMap(memory::write);
        });
        if (remembered.isPresent()) {
            memory.written();
        }
        return remembered;
    }

    Conversation open(Caller.User caller, UserId owner, ChatId id) {
        Chat chat = conversations
                .find(id)
                .filter(found -> found.userId().equals(owner) && permissions.sees(caller, owner))
                .orElseThrow(ChatArchive::noSuchChat);
        return new Conversation(chat, conversations.latest(id, limits.kept().answerMessages()));
    }

    /** The list of the chat front-end loses the chat too, where it stands in the same database. */
    void delete(Conversation conversation) {
        transactions.run(() -> {
            memory.forget(conversation.chat());
            conversations.remove(conversation.chat().id());
            webChats.remove(conversation.chat().id());
        });
    }

    private ChatId own(AgentRequest request, ChatId id) {
        return conversations
                .find(id)
                .filter(chat -> chat.userId().equals(request.userId()))
                .map(Chat::id)
                .orElseThrow(ChatArchive::noSuchChat);
    }

    private void put(Place place, ChatEntry entry) {
        if (place.draft().isEmpty()) {
            append(place.chat(), List.of(entry), entry.timestamp());
        } else if (!conversations.replace(place.chat(), place.draft().get(), entry, entry.timestamp())) {
            throw noSuchChat();
        }
    }

    private int append(ChatId id, List<ChatEntry> entries, Instant now) {
        return conversations.append(id, entries, now).orElseThrow(ChatArchive::noSuchChat);
    }

    private static Refusal noSuchChat() {
        return new Refusal(new CommonProblem.NotFound("chat"));
    }
}
