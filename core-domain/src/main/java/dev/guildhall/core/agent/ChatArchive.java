package dev.guildhall.core.agent;

import dev.guildhall.core.config.AgentLimits;
import dev.guildhall.core.file.StorageQuota;
import dev.guildhall.core.security.Permissions;
import dev.guildhall.ports.AssistantId;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.agent.AgentTrace;
import dev.guildhall.ports.agent.Chat;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.agent.Conversation;
import dev.guildhall.ports.agent.ConversationStore;
import dev.guildhall.ports.agent.IncompleteReason;
import dev.guildhall.ports.agent.MediaId;
import dev.guildhall.ports.agent.NewMessage;
import dev.guildhall.ports.agent.RollingSummary;
import dev.guildhall.ports.agent.Speaker;
import dev.guildhall.ports.agent.ToolMedia;
import dev.guildhall.ports.agent.ToolUse;
import dev.guildhall.ports.agent.Turn;
import dev.guildhall.ports.approval.ApprovalStore;
import dev.guildhall.ports.approval.SuspendedAnswer;
import dev.guildhall.ports.completion.ContentPart;
import dev.guildhall.ports.completion.MediaSource;
import dev.guildhall.ports.memory.MemoryId;
import dev.guildhall.ports.problem.AgentProblem;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.tool.ToolOutcome;
import dev.guildhall.ports.usage.Usage;
import dev.guildhall.ports.webchat.Handover;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Stores the messages of conversations and the memories of them. */
public final class ChatArchive {
    private static final Logger LOG = System.getLogger(ChatArchive.class.getName());

    private static final Duration LONGEST_OUTAGE = Duration.ofSeconds(150);
    private static final Duration BETWEEN_ATTEMPTS = Duration.ofMillis(500);

    private final InstantSource clock;
    private final IdSource ids;
    private final Stores stores;
    private final ConversationStore conversations;
    private final TurnMemory memory;
    private final Suspensions suspensions;
    private final Permissions permissions;
    private final StorageQuota quota;
    private final Ticker ticker;
    private final AgentLimits limits;

    public ChatArchive(
            InstantSource clock,
            Ticker ticker,
            IdSource ids,
            Stores stores,
            TurnMemory memory,
            Suspensions suspensions,
            Permissions permissions,
            StorageQuota quota,
            AgentLimits limits) {
        this.clock = clock;
        this.ticker = ticker;
        this.ids = ids;
        this.stores = stores;
        this.conversations = stores.conversations();
        this.memory = memory;
        this.suspensions = suspensions;
        this.permissions = permissions;
        this.quota = quota;
        this.limits = limits;
    }

    /**
     * A stored question.
     *
     * @param countsFor the user for whose limits what is stored counts instead of the chat's owner; absent means the owner
     * @param turn under which its answer is stored
     * @param latest the chat's messages up to the question: without those of concurrent requests, and without those that the
     *     summary covers
     * @param summary the summary of the messages before them; may be empty
     * @param unread how many messages are before them that the summary does not cover
     * @param interrupted its answer so far when that was interrupted; absent for a new question
     */
    record StoredQuestion(
            ChatId id,
            Optional<UserId> countsFor,
            Turn turn,
            List<ChatEntry> latest,
            String summary,
            int unread,
            Optional<Interrupted> interrupted) {}

    /**
     * An answer that was interrupted.
     *
     * @param reply what it has so far; empty when it has nothing
     * @param usage what models used for it
     * @param decided its calls that have waited for their user, in their order; empty when none did
     */
    record Interrupted(Optional<ChatEntry> reply, Usage usage, List<PlannedCall> decided) {
        Interrupted {
            decided = List.copyOf(decided);
        }
    }

    /** A request with the user for whose limits it counts instead of the chat's owner; absent means the owner. */
    private record Counted(AgentRequest request, Optional<UserId> countsFor) {
        static Counted of(Caller.User caller, AgentRequest request) {
            return new Counted(request, caller.countsForInsteadOf(request.userId()));
        }

        UserId user() {
            return countsFor.orElse(request.userId());
        }
    }

    /**
     * Stores the new messages in the chat that the request names or in a new one. Refuses them when the chat would have
     * no room for the answer, or their pictures and files exceed the user's quota.
     *
     * @param chat the chat that the request names
     */
    StoredQuestion storeQuestion(Caller.User caller, AgentRequest request, Optional<Chat> chat) {
        Counted counted = Counted.of(caller, request);
        Instant now = clock.instant();
        List<ChatEntry> entries = request.messages().stream()
                .map(message -> ChatEntry.of(message, now))
                .toList();
        return chat.map(known -> stores.transactions().inTransaction(() -> goOn(counted, known, entries, now)))
                .orElseGet(() -> begin(counted, entries, now));
    }

    /**
     * Takes the last turn of the chat that the request names over, so that no other node stores an answer for it.
     *
     * @throws Refusal with {@code CommonProblem.Conflict} when its answer was not interrupted, and with {@code
     *     AgentProblem.AwaitsApproval} when it waits for its user
     */
    StoredQuestion interrupted(Caller.User caller, AgentRequest request, Optional<Chat> chat) {
        return stores.transactions().inTransaction(() -> takeOver(caller, request, chat));
    }

    private StoredQuestion takeOver(Caller.User caller, AgentRequest request, Optional<Chat> chat) {
        ChatId id = chat.map(Chat::id).orElseThrow(ChatArchive::noSuchChat);
        Turn turn = conversations.takeOver(id).orElseThrow(ChatArchive::noSuchChat);
        Optional<ApprovalStore.Taken> taken = suspensions.take(id.value());
        if (taken.isEmpty() && suspensions.isWaiting(id.value())) {
            throw new Refusal(new AgentProblem.AwaitsApproval(id.value()));
        }
        List<ChatEntry> latest = conversations.latest(id, limits.context().messages() + 1);
        Optional<ChatEntry> said = Optional.of(latest.getLast()).filter(last -> last.speaker() == Speaker.ASSISTANT);
        if (said.filter(ChatArchive::isWhole).isPresent()) {
            throw new Refusal(new CommonProblem.Conflict("the chat has no answer that was interrupted"));
        }
        List<ChatEntry> before = latest.subList(0, latest.size() - (said.isPresent() ? 1 : 0));
        List<PlannedCall> decided =
                said.isPresent() && taken.isPresent() ? Suspensions.decided(said.get(), taken.get()) : List.of();
        Interrupted interrupted = new Interrupted(
                said.map(entry -> decided.isEmpty() ? entry : begun(id, turn, entry, decided)),
                usedSince(id, before.getLast().timestamp()),
                decided);
        return storedQuestion(Counted.of(caller, request), id, turn, before, Optional.of(interrupted));
    }

    /**
     * Takes the answer of a chat that has waited for its user, as {@link #interrupted}.
     *
     * @throws Refusal with {@code CommonProblem.Conflict} when another node has taken it, whose turn it remains
     */
    StoredQuestion approved(Caller.User caller, AgentRequest request, Optional<Chat> chat) {
        return stores.transactions().inTransaction(() -> {
            StoredQuestion asked = takeOver(caller, request, chat);
            if (asked.interrupted().filter(known -> !known.decided().isEmpty()).isEmpty()) {
                throw new Refusal(new CommonProblem.Conflict("the answer waits no more for an approval"));
            }
            return asked;
        });
    }

    /**
     * The answer of a chat that is ready cannot go on: its calls are not made, and its message and its trace say why. Nothing
     * happens when it is not ready, or another node has taken it.
     *
     * @param why for the owner of the chat
     */
    void lose(ChatId id, String why) {
        try {
            stores.transactions()
                    .run(() -> conversations.takeOver(id).ifPresent(turn -> {
                        if (suspensions.take(id.value()).isEmpty()) {
                            throw new Refusal(new CommonProblem.Conflict("the answer is not ready"));
                        }
                        storeLost(id, turn, why);
                    }));
        } catch (Refusal refused) {
            // The turn remains that of the node that has taken the answer.
            if (!(refused.problem() instanceof CommonProblem.Conflict)) {
                throw refused;
            }
        }
    }

    private void storeLost(ChatId id, Turn turn, String why) {
        conversations.latest(id, 1).stream()
                .filter(last -> last.speaker() == Speaker.ASSISTANT && !isWhole(last))
                .map(last -> Suspensions.lost(last, why))
                .forEach(lost -> {
                    conversations.storeReply(id, turn, lost, clock.instant());
                    List<AgentTrace> all = stores.agents().traces(id);
                    if (!all.isEmpty() && all.getLast().outcome() == AgentTrace.Outcome.WAITING) {
                        stores.agents().replaceTrace(id, lost(all.getLast(), lost));
                    }
                });
    }

    /** The trace of an answer whose last round has calls that are not made. */
    private static AgentTrace lost(AgentTrace waiting, ChatEntry said) {
        List<AgentTrace.Step> steps = new ArrayList<>(waiting.steps());
        for (ToolUse use : said.toolUses()) {
            boolean isTraced = waiting.steps().stream()
                    .anyMatch(step -> step instanceof AgentTrace.ToolCall call
                            && call.callId().equals(use.callId()));
            if (!isTraced && use.outcome() instanceof ToolOutcome.Failure failure) {
                steps.add(new AgentTrace.ToolCall(
                        waiting.duration(),
                        Duration.ZERO,
                        use.round(),
                        use.callId(),
                        use.tool(),
                        Optional.of(failure.message()),
                        Optional.of(failure.kind()),
                        use.parameters(),
                        ""));
            }
        }
        return new AgentTrace(waiting.startedAt(), waiting.duration(), AgentTrace.Outcome.FAILED, steps);
    }

    /** Stores that the calls have begun, before any of them does: a node that fails then leaves their outcome unknown. */
    private ChatEntry begun(ChatId id, Turn turn, ChatEntry said, List<PlannedCall> decided) {
        ChatEntry begun = suspensions.begun(said, decided);
        conversations.storeReply(id, turn, begun, clock.instant());
        return begun;
    }

    private static boolean isWhole(ChatEntry answer) {
        return answer.ended().filter(IncompleteReason.INTERRUPTED::equals).isEmpty();
    }

    private Usage usedSince(ChatId id, Instant askedAt) {
        return stores.agents().traces(id).stream()
                .filter(trace -> isSince(askedAt, trace))
                .flatMap(trace -> trace.steps().stream())
                .map(step -> step instanceof AgentTrace.ModelCall call ? call.usage() : Usage.NONE)
                .reduce(Usage.NONE, Usage::plus);
    }

    private StoredQuestion begin(Counted counted, List<ChatEntry> entries, Instant now) {
        AgentRequest request = counted.request();
        requireRoom(entries.size());
        ChatId id = new ChatId(ids.next("chat"));
        Chat chat = new Chat(
                id,
                request.userId(),
                request.mode(),
                now,
                now,
                entries.size(),
                request.options().assistant().applyTo(Optional.empty()));
        if (mediaBytes(entries) == 0) {
            conversations.add(chat, entries, counted.countsFor());
        } else {
            stores.transactions().run(() -> {
                requireQuota(counted, entries);
                conversations.add(chat, entries, counted.countsFor());
            });
        }
        int shownFrom = Math.max(0, entries.size() - limits.context().messages());
        return new StoredQuestion(
                id,
                counted.countsFor(),
                Turn.first(entries.size()),
                entries.subList(shownFrom, entries.size()),
                "",
                shownFrom,
                Optional.empty());
    }

    private StoredQuestion goOn(Counted counted, Chat chat, List<ChatEntry> entries, Instant now) {
        AgentRequest request = counted.request();
        ChatId id = chat.id();
        suspensions.withdraw(id.value());
        if (mediaBytes(entries) > 0) {
            // Before the chat's row, as the erasure of an account does, so that no two of them deadlock.
            stores.files().lock(counted.user());
        }
        request.keep().ifPresent(messages -> conversations.truncate(id, messages));
        requireQuota(counted, entries);
        Optional<AssistantId> assistant = request.options().assistant().applyTo(chat.assistant());
        if (!assistant.equals(chat.assistant())) {
            conversations.setAssistant(id, assistant);
        }
        Turn turn = conversations.append(id, entries, counted.countsFor(), now).orElseThrow(ChatArchive::noSuchChat);
        requireRoom(turn.messages());
        return storedQuestion(
                counted, id, turn, conversations.latest(id, limits.context().messages()), Optional.empty());
    }

    /** Messages of text alone cost nothing. */
    private void requireQuota(Counted counted, List<ChatEntry> entries) {
        long bytes = mediaBytes(entries);
        if (bytes > 0) {
            quota.requireRoom(counted.user(), bytes);
        }
    }

    private static long mediaBytes(List<ChatEntry> entries) {
        return entries.stream().mapToLong(ChatEntry::mediaBytes).sum();
    }

    /**
     * Stores pictures and sounds of a tool's result with the answer to a question; none when the chat's owner has no room
     * for them.
     */
    List<ToolMedia> keep(UserId owner, StoredQuestion asked, List<ContentPart.Media> media) {
        if (Thread.currentThread().isInterrupted()) {
            // The call was cancelled, and the interrupt would break the connection to the store.
            return List.of();
        }
        try {
            return stores.transactions().inTransaction(() -> {
                quota.requireRoom(
                        owner, media.stream().mapToLong(ResultMedia::bytes).sum());
                return media.stream().map(one -> kept(asked, one)).toList();
            });
        } catch (RuntimeException unstored) {
            LOG.log(Level.WARNING, "pictures or sounds of a tool could not be stored: {0}", unstored);
            return List.of();
        }
    }

    /** A picture or a sound that is stored with a chat; empty when it is not there any more. */
    Optional<ContentPart.Media> stored(ChatId chat, ToolMedia media) {
        return stores.agents()
                .media(chat, media.id())
                .map(content -> new ContentPart.Media(media.kind(), content, Optional.empty()));
    }

    private ToolMedia kept(StoredQuestion asked, ContentPart.Media media) {
        MediaId id = new MediaId(ids.next("med"));
        MediaSource.Inline content = ResultMedia.inline(media);
        stores.agents().addMedia(asked.id(), asked.turn().messages(), id, content);
        return new ToolMedia(id, media.kind(), content.type(), content.bytes());
    }

    private void requireRoom(int messages) {
        if (messages >= limits.storage().messages()) {
            throw new Refusal(new AgentProblem.ChatFull(limits.storage().messages()));
        }
    }

    /** A request without memory gets no summary, but the messages that it covers. */
    private StoredQuestion storedQuestion(
            Counted counted, ChatId id, Turn turn, List<ChatEntry> latest, Optional<Interrupted> interrupted) {
        Optional<RollingSummary> summary = Optional.of(id)
                .filter(known -> counted.request().options().enableMemory())
                .flatMap(stores.agents()::summary)
                .filter(known -> !known.text().isEmpty());
        int covered = summary.map(RollingSummary::messages).orElse(0) - (turn.messages() - latest.size());
        return new StoredQuestion(
                id,
                counted.countsFor(),
                turn,
                latest.subList(Math.clamp(covered, 0, latest.size() - 1), latest.size()),
                summary.map(RollingSummary::text).orElse(""),
                Math.max(0, -covered),
                interrupted);
    }

    /**
     * Stores the answer, the memory of the turn if the request wants one, and the trace, all or nothing. The answer is absent
     * when it was interrupted before its first word and call; the memory is empty when there is none. In an outage of the
     * database it tries for 150 s, longer than a failover takes. It locks the user's
     * memories before the chat, as {@link #delete} and the erasure of an account do, so that no two of them deadlock.
     *
     * @throws Refusal with {@code CommonProblem.NotFound} when the chat was deleted, and {@code CommonProblem.Conflict} when
     *     the answer has no place in it any more ({@link ConversationStore#storeReply})
     */
    Optional<MemoryId> storeReply(
            AgentRequest request, StoredQuestion asked, Optional<ChatEntry> answer, AgentTrace trace) {
        return storeReply(request, asked, answer, trace, () -> {});
    }

    /**
     * The same, with what is to be stored in the same transaction.
     *
     * @param with may run several times, in one transaction each
     */
    Optional<MemoryId> storeReply(
            AgentRequest request, StoredQuestion asked, Optional<ChatEntry> answer, AgentTrace trace, Runnable with) {
        Instant end = clock.instant().plus(LONGEST_OUTAGE);
        for (boolean isFirst = true; ; isFirst = false) {
            try {
                boolean isStored = !isFirst
                        && answer.filter(entry -> isStored(asked, entry)).isPresent();
                return isStored ? Optional.empty() : storeOnce(request, asked, answer, trace, with);
            } catch (Refusal refusal) {
                if (!(refusal.problem() instanceof CommonProblem.Unavailable)
                        || !clock.instant().isBefore(end)) {
                    throw refusal;
                }
                pause();
            }
        }
    }

    /** Whether an attempt whose response was lost in an outage has stored the answer. */
    private boolean isStored(StoredQuestion asked, ChatEntry entry) {
        return conversations.range(asked.id(), asked.turn().messages(), 1).stream()
                .anyMatch(last -> last.speaker() == entry.speaker()
                        && last.content().equals(entry.content())
                        && last.ended().equals(entry.ended())
                        && last.toolUses().size() == entry.toolUses().size());
    }

    private void pause() {
        try {
            ticker.pause(BETWEEN_ATTEMPTS);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        }
    }

    private Optional<MemoryId> storeOnce(
            AgentRequest request, StoredQuestion asked, Optional<ChatEntry> answer, AgentTrace trace, Runnable with) {
        Optional<TurnMemory.Prepared> turn = answer.filter(
                        said -> request.options().enableMemory())
                .map(said -> memory.prepare(request, asked, said));
        Optional<MemoryId> remembered = stores.transactions().inTransaction(() -> {
            turn.ifPresent(ready -> stores.memories().lock(request.userId()));
            answer.ifPresent(entry -> put(asked, entry));
            putTrace(asked, trace);
            with.run();
            return turn.flatMap(memory::write);
        });
        if (remembered.isPresent()) {
            memory.written();
        }
        return remembered;
    }

    /** The trace of an answer that has waited for its user has the steps before the wait too. */
    private void putTrace(StoredQuestion asked, AgentTrace trace) {
        Optional<AgentTrace> before = asked.interrupted().isPresent() ? traceBeforeWait(asked) : Optional.empty();
        before.ifPresentOrElse(
                waiting -> stores.agents().replaceTrace(asked.id(), waiting.continued(trace)),
                () -> stores.agents()
                        .addTrace(asked.id(), trace, limits.storage().traces()));
    }

    private Optional<AgentTrace> traceBeforeWait(StoredQuestion asked) {
        Instant askedAt = asked.latest().getLast().timestamp();
        List<AgentTrace> all = stores.agents().traces(asked.id());
        return all.isEmpty()
                ? Optional.empty()
                : Optional.of(all.getLast())
                        .filter(last -> isSince(askedAt, last) && last.outcome() == AgentTrace.Outcome.WAITING);
    }

    private static boolean isSince(Instant askedAt, AgentTrace trace) {
        return !trace.startedAt().plus(trace.duration()).isBefore(askedAt);
    }

    /**
     * The traces of a chat, oldest first. One that waits belongs to an answer that waits or goes on after it; that of an answer
     * that neither does is cancelled.
     */
    List<AgentTrace> traces(ChatId id) {
        List<AgentTrace> all = new ArrayList<>(stores.agents().traces(id));
        boolean isOpen = all.stream().anyMatch(trace -> trace.outcome() == AgentTrace.Outcome.WAITING)
                && conversations.latest(id, 1).stream()
                        .anyMatch(last -> last.speaker() == Speaker.ASSISTANT && !isWhole(last));
        for (int i = 0; i < all.size(); i++) {
            boolean mayWait = isOpen && i == all.size() - 1;
            if (all.get(i).outcome() == AgentTrace.Outcome.WAITING && !mayWait) {
                all.set(i, all.get(i).ended(AgentTrace.Outcome.CANCELLED));
            }
        }
        return all;
    }

    /** The question of an answer that was suspended, as it was asked. */
    AgentRequest question(SuspendedAnswer.InChat waiting) {
        Handover handover = waiting.handover();
        List<ChatEntry> latest = new ArrayList<>(conversations.latest(waiting.chatId(), handover.messages() + 1));
        if (!latest.isEmpty() && latest.getLast().speaker() == Speaker.ASSISTANT) {
            latest.removeLast();
        }
        List<NewMessage> question = latest.stream()
                .skip(Math.max(0, latest.size() - handover.messages()))
                .map(NewMessage::of)
                .toList();
        return new AgentRequest(
                waiting.userId(), handover.mode(), Optional.of(waiting.chatId()), question, handover.options());
    }

    Chat find(Caller.User caller, UserId owner, ChatId id) {
        return conversations
                .find(id)
                .filter(found -> found.userId().equals(owner) && permissions.sees(caller, owner))
                .orElseThrow(ChatArchive::noSuchChat);
    }

    Conversation open(Caller.User caller, UserId owner, ChatId id) {
        Chat chat = find(caller, owner, id);
        return new Conversation(chat, conversations.latest(id, limits.storage().answerMessages()));
    }

    ChatEntry message(Chat chat, int position) {
        return conversations.range(chat.id(), position, 1).stream()
                .findFirst()
                .orElseThrow(() -> new Refusal(new CommonProblem.NotFound("message")));
    }

    void delete(Chat chat) {
        delete(stores, chat);
    }

    /** The chat front-end's list, if it is in the same database, loses the chat too. */
    static void delete(Stores stores, Chat chat) {
        stores.transactions().run(() -> {
            stores.memories().lock(chat.userId());
            stores.memories().forgetConversation(chat.userId(), chat.id());
            stores.conversations().remove(chat.id());
            stores.webChats().remove(chat.id());
        });
    }

    /** The chat that a request names; refuses one that does not exist or belongs to another user. */
    Optional<Chat> chatOf(AgentRequest request) {
        return request.chatId()
                .map(id -> conversations
                        .find(id)
                        .filter(chat -> chat.userId().equals(request.userId()))
                        .orElseThrow(ChatArchive::noSuchChat));
    }

    private void put(StoredQuestion asked, ChatEntry entry) {
        if (!conversations.storeReply(asked.id(), asked.turn(), entry, entry.timestamp())) {
            throw conversations.find(asked.id()).isEmpty()
                    ? noSuchChat()
                    : new Refusal(new CommonProblem.Conflict(
                            "the chat went on without this answer, which came too late and is not stored"));
        }
    }

    private static Refusal noSuchChat() {
        return new Refusal(new CommonProblem.NotFound("chat"));
    }
}
