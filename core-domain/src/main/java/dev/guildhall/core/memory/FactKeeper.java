package dev.guildhall.core.memory;

import dev.guildhall.ports.Limit;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.Transactions;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.ChatId;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryFilter;
import dev.guildhall.ports.memory.MemoryStore;
import dev.guildhall.ports.memory.MemoryType;
import dev.guildhall.ports.memory.NewMemory;
import dev.guildhall.ports.problem.AgentProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.storage.Stores;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Keeps the durable facts of what a user has said, each once. A fact about something of which only one holds at a time,
 * such as where the user lives, takes the place of the one before, which is kept and not shown. Nothing is taken from
 * what models or tools say. Thread-safe.
 */
public final class FactKeeper {
    private static final Logger LOG = System.getLogger(FactKeeper.class.getName());

    /** What all facts have that were taken from what was said. */
    static final String TAG = "fact";

    private final Transactions transactions;
    private final MemoryStore store;
    private final MemoryKeeper keeper;

    public FactKeeper(Stores stores, MemoryKeeper keeper) {
        this.transactions = stores.transactions();
        this.store = stores.memories();
        this.keeper = keeper;
    }

    /**
     * Keeps the facts of a message. Asks a model for their meanings: never in a transaction.
     *
     * @param said the user's own words
     * @return how many facts were found
     */
    public int keep(UserId userId, ChatId chatId, String said) {
        List<StatedFact> facts = FactRules.in(said);
        List<Ready> ready =
                facts.stream().map(fact -> prepare(userId, chatId, fact, said)).toList();
        for (Ready one : ready) {
            transactions.run(() -> write(userId, one));
        }
        return ready.size();
    }

    private record Ready(StatedFact fact, MemoryKeeper.Prepared prepared) {}

    private Ready prepare(UserId userId, ChatId chatId, StatedFact fact, String said) {
        NewMemory memory = new NewMemory(
                userId,
                MemoryType.LONG_TERM,
                fact.content(),
                fact.importance(),
                Stream.concat(Stream.of(TAG), fact.topic().stream()).toList(),
                Optional.of(chatId));
        return new Ready(fact, keeper.prepare(memory, Optional.of(excerpt(said))));
    }

    private static String excerpt(String said) {
        return said.codePointCount(0, said.length()) <= NewMemory.MOST_CHARACTERS
                ? said
                : said.substring(0, said.offsetByCodePoints(0, NewMemory.MOST_CHARACTERS));
    }

    /** Somebody whose memories are full goes on talking; nothing new is remembered then. */
    private void write(UserId userId, Ready one) {
        try {
            Memory now = keeper.write(one.prepared());
            one.fact().topic().ifPresent(topic -> supersede(userId, topic, now));
        } catch (Refusal refusal) {
            if (!(refusal.problem() instanceof AgentProblem.MemoryFull)) {
                throw refusal;
            }
            LOG.log(
                    Level.WARNING,
                    "a fact is not remembered: {0}",
                    refusal.problem().message());
        }
    }

    private void supersede(UserId userId, String topic, Memory now) {
        MemoryFilter sameTopic =
                new MemoryFilter(Optional.of(MemoryType.LONG_TERM), Optional.empty(), List.of(TAG, topic));
        PageRequest latest = new PageRequest(new Limit(Limit.MAX), Optional.empty());
        store.list(userId, sameTopic, latest).page().items().stream()
                .filter(before -> !before.id().equals(now.id()))
                .forEach(before -> store.update(before.supersededBy(now.id())));
    }
}
