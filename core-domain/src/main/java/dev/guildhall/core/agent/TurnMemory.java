package dev.guildhall.core.agent;

import dev.guildhall.core.config.AgentLimits;
import dev.guildhall.core.config.FactExtraction;
import dev.guildhall.core.memory.FactStorage;
import dev.guildhall.core.memory.MemoryMaintenance;
import dev.guildhall.core.memory.MemoryWriter;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.agent.AgentRequest;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryId;
import dev.guildhall.ports.memory.MemoryType;
import dev.guildhall.ports.memory.NewMemory;
import dev.guildhall.ports.problem.AgentProblem;
import dev.guildhall.ports.problem.Refusal;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Stores a turn of a conversation as a memory, and the facts in the user's message. */
public final class TurnMemory {
    private static final Logger LOG = System.getLogger(TurnMemory.class.getName());

    private final MemoryWriter writer;
    private final FactStorage facts;
    private final MemoryMaintenance maintenance;
    private final boolean factsByRules;
    private final AgentLimits limits;

    public TurnMemory(
            MemoryWriter writer,
            FactStorage facts,
            MemoryMaintenance maintenance,
            FactExtraction extraction,
            AgentLimits limits) {
        this.writer = writer;
        this.facts = facts;
        this.maintenance = maintenance;
        this.factsByRules = extraction == FactExtraction.RULES;
        this.limits = limits;
    }

    record Prepared(MemoryWriter.Prepared turn, FactStorage.Prepared facts) {}

    /** Finds the facts in a turn. Embeddings of the turn and of the facts are computed after it is stored. */
    Prepared prepare(AgentRequest request, ChatArchive.StoredQuestion asked, ChatEntry answer) {
        String said = request.question();
        NewMemory turn = new NewMemory(
                request.userId(),
                asked.countsFor(),
                MemoryType.CONVERSATION,
                Text.beginning(
                        "User: " + said + "\nAssistant: " + answer.content(),
                        limits.storage().memoryCharacters()),
                Memory.DEFAULT_IMPORTANCE,
                List.of(),
                Optional.of(asked.id()));
        return new Prepared(
                writer.prepareWords(turn, Optional.empty()),
                facts.prepare(new FactStorage.Message(
                        request.userId(), asked.countsFor(), asked.id(), factsByRules ? said : "")));
    }

    /** The stored memories are committed: their embeddings are computed soon. Call it behind the transaction. */
    void written() {
        maintenance.learnSoon();
    }

    /**
     * Stores it, in a transaction. If the user has reached the limit of memories, the chat continues, nothing new is stored, and
     * the result is empty.
     */
    Optional<MemoryId> write(Prepared prepared) {
        Optional<MemoryId> kept =
                unlessFull("a turn is", () -> writer.write(prepared.turn())).map(Memory::id);
        if (kept.isPresent()) {
            unlessFull("what a user has said is", () -> {
                facts.write(prepared.facts());
                return true;
            });
        }
        return kept;
    }

    private static <T> Optional<T> unlessFull(String what, Supplier<T> writing) {
        try {
            return Optional.of(writing.get());
        } catch (Refusal refusal) {
            if (!(refusal.problem() instanceof AgentProblem.MemoryFull)) {
                throw refusal;
            }
            LOG.log(
                    Level.WARNING,
                    "{0} not remembered: {1}",
                    what,
                    refusal.problem().message());
            return Optional.empty();
        }
    }
}
