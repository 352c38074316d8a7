package dev.guildhall.core.agent;

import dev.guildhall.core.account.Permissions;
import dev.guildhall.core.memory.Fingerprint;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.Transactions;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.agent.AgentStore;
import dev.guildhall.ports.agent.AgentTrace;
import dev.guildhall.ports.agent.Chat;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.ChatId;
import dev.guildhall.ports.agent.Conversation;
import dev.guildhall.ports.agent.ConversationStore;
import dev.guildhall.ports.agent.NewMessage;
import dev.guildhall.ports.agent.Speaker;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryId;
import dev.guildhall.ports.memory.MemoryStore;
import dev.guildhall.ports.memory.MemoryType;
import dev.guildhall.ports.problem.AgentProblem;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.storage.Stores;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Keeps what is said in conversations, and what is remembered of it. Thread-safe. */
public final class ChatArchive {
    private final InstantSource clock;
    private final IdSource ids;
    private final Transactions transactions;
    private final ConversationStore conversations;
    private final MemoryStore memories;
    private final AgentStore agents;
    private final Permissions permissions;
    private final AgentLimits limits;

    public ChatArchive(InstantSource clock, IdSource ids, Stores stores, Permissions permissions, AgentLimits limits) {
        this.clock = clock;
        this.ids = ids;
        this.transactions = stores.transactions();
        this.conversations = stores.conversations();
        this.memories = stores.memories();
        this.agents = stores.agents();
        this.permissions = permissions;
        this.limits = limits;
    }

    /**
     * A question that was kept.
     *
     * @param id the chat
     * @param latest its messages up to the question, for the model: what somebody else asks meanwhile is not among them
     */
    record Asked(ChatId id, List<ChatEntry> latest) {}

    /**
     * Keeps the new messages, in the chat that the request names or in a new one, before anybody answers them. They are
     * refused when no place would be left for the answer.
     */
    Asked keepQuestion(AgentRequest request) {
        Instant now = clock.instant();
        List<ChatEntry> entries = request.messages().stream()
                .map(message -> new ChatEntry(message.speaker(), message.content(), now))
                .toList();
        return transactions.inTransaction(() -> {
            ChatId id = request.chatId().map(known -> own(request, known)).orElseGet(() -> begin(request, now));
            if (append(id, entries, now) >= limits.chatMessages()) {
                throw new Refusal(new AgentProblem.ChatFull(limits.chatMessages()));
            }
            return new Asked(id, conversations.latest(id, limits.contextMessages()));
        });
    }

    /**
     * Keeps the answer, remembers the turn when that is wanted, and keeps how the answer came to be: all or nothing.
     *
     * @param answer absent when nothing had been said or done before it broke off
     */
    void keepAnswer(AgentRequest request, ChatId id, Optional<ChatEntry> answer, AgentTrace trace) {
        transactions.run(() -> {
            answer.ifPresent(entry -> keep(request, id, entry));
            agents.addTrace(id, trace, limits.traces());
        });
    }

    private void keep(AgentRequest request, ChatId id, ChatEntry answer) {
        append(id, List.of(answer), answer.timestamp());
        if (request.options().enableMemory()) {
            Memory memory = memoryOf(request, id, answer);
            memories.add(memory, Fingerprint.of(memory.content()), Optional.empty());
        }
    }

    Conversation open(Caller.User caller, UserId owner, ChatId id) {
        Chat chat = conversations
                .find(id)
                .filter(found -> found.userId().equals(owner) && permissions.sees(caller, owner))
                .orElseThrow(ChatArchive::noSuchChat);
        return new Conversation(chat, conversations.latest(id, limits.answerMessages()));
    }

    private ChatId own(AgentRequest request, ChatId id) {
        return conversations
                .find(id)
                .filter(chat -> chat.userId().equals(request.userId()))
                .map(Chat::id)
                .orElseThrow(ChatArchive::noSuchChat);
    }

    private ChatId begin(AgentRequest request, Instant now) {
        ChatId id = new ChatId(ids.next("chat"));
        conversations.add(new Chat(id, request.userId(), request.mode(), now, now, 0));
        return id;
    }

    private int append(ChatId id, List<ChatEntry> entries, Instant now) {
        return conversations.append(id, entries, now).orElseThrow(ChatArchive::noSuchChat);
    }

    private Memory memoryOf(AgentRequest request, ChatId id, ChatEntry answer) {
        String asked = request.messages().stream()
                .filter(message -> message.speaker() == Speaker.USER)
                .map(NewMessage::content)
                .collect(Collectors.joining("\n"));
        return new Memory(
                new MemoryId(ids.next("mem")),
                request.userId(),
                MemoryType.CONVERSATION,
                cut("User: " + asked + "\nAssistant: " + answer.content()),
                Memory.DEFAULT_IMPORTANCE,
                List.of(),
                Optional.of(id),
                Optional.empty(),
                answer.timestamp(),
                Optional.empty());
    }

    private String cut(String text) {
        int characters = text.codePointCount(0, text.length());
        return characters <= limits.memoryCharacters()
                ? text
                : text.substring(0, text.offsetByCodePoints(0, limits.memoryCharacters()));
    }

    private static Refusal noSuchChat() {
        return new Refusal(new CommonProblem.NotFound("chat"));
    }
}
