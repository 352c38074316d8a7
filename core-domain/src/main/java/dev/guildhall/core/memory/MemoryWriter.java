package dev.guildhall.core.memory;

import dev.guildhall.core.config.MemoryLimits;
import dev.guildhall.core.memory.ranking.MemoryText;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.memory.AnalysedText;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryId;
import dev.guildhall.ports.memory.MemoryStore;
import dev.guildhall.ports.memory.MemoryType;
import dev.guildhall.ports.memory.NewMemory;
import dev.guildhall.ports.problem.AgentProblem;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.search.TextEmbedding;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Writes memories: embeddings are computed before the transaction, or later by {@link MemoryMaintenance}; everything
 * else is decided in it.
 */
public final class MemoryWriter {
    private final InstantSource clock;
    private final IdSource ids;
    private final MemoryStore store;
    private final MemoryEmbeddings embeddings;
    private final MemoryLimits limits;

    public MemoryWriter(
            InstantSource clock, IdSource ids, MemoryStore store, MemoryEmbeddings embeddings, MemoryLimits limits) {
        this.clock = clock;
        this.ids = ids;
        this.store = store;
        this.embeddings = embeddings;
        this.limits = limits;
    }

    /** A memory that is ready; its meaning is absent when the embedder is unavailable, or was not asked yet. */
    public record Prepared(
            NewMemory memory, Optional<String> source, String fingerprint, Optional<TextEmbedding> embedding) {}

    /** Computes the embedding of a memory. Asks a model: never call it in a transaction. */
    public Prepared prepare(NewMemory memory, Optional<String> source) {
        Optional<String> before = memory.type() == MemoryType.CONVERSATION
                ? memory.chatId()
                        .flatMap(chat -> store.latest(memory.userId(), chat, MemoryType.CONVERSATION))
                        .map(Memory::content)
                : Optional.empty();
        return new Prepared(memory, source, Fingerprint.of(memory.content()), embeddings.of(memory.content(), before));
    }

    /**
     * As {@link #prepare}, for callers that cannot wait: the memory is found only by its words until its embedding is
     * computed.
     */
    public Prepared prepareWords(NewMemory memory, Optional<String> source) {
        return new Prepared(memory, source, Fingerprint.of(memory.content()), Optional.empty());
    }

    /**
     * Writes a memory, or merges it with an existing one of the same words, as {@code Memories.remember} defines. In a
     * transaction. Refuses when the user has too many memories or does not exist.
     */
    public Memory write(Prepared prepared) {
        NewMemory memory = prepared.memory();
        store.lock(memory.userId());
        Optional<Memory> same = memory.type() == MemoryType.LONG_TERM
                ? store.findSame(memory.userId(), memory.type(), prepared.fingerprint())
                : Optional.empty();
        return same.map(known -> unite(known, prepared)).orElseGet(() -> add(prepared));
    }

    private Memory unite(Memory known, Prepared prepared) {
        NewMemory again = prepared.memory();
        Memory united = known.united(again.importance(), again.tags())
                .statedAgain(again.chatId(), prepared.source(), clock.instant());
        if (!united.equals(known)) {
            store.update(united);
        }
        return united;
    }

    /** Locks a group's account before the user for whom its memories count, whose own memories need one lock alone. */
    private Memory add(Prepared prepared) {
        NewMemory given = prepared.memory();
        UserId countsFor = given.countsFor().orElse(given.userId());
        if (!countsFor.equals(given.userId())) {
            store.lock(countsFor);
        }
        if (store.count(countsFor) >= limits.memoriesOfUser()) {
            throw new Refusal(new AgentProblem.MemoryFull(limits.memoriesOfUser()));
        }
        Memory memory = new Memory(
                new MemoryId(ids.next("mem")),
                given.userId(),
                given.countsFor(),
                given.type(),
                given.content(),
                given.importance(),
                given.tags(),
                given.chatId(),
                prepared.source(),
                clock.instant(),
                Optional.empty());
        Optional<AnalysedText> text = Optional.of(MemoryText.of(given.content()).toBytes());
        store.add(memory, prepared.fingerprint(), text, prepared.embedding());
        return store.find(memory.id()).orElseThrow(() -> new Refusal(new CommonProblem.NotFound("user")));
    }
}
