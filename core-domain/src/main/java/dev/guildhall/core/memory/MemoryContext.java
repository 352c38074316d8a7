package dev.guildhall.core.memory;

import dev.guildhall.core.config.MemoryLimits;
import dev.guildhall.core.memory.ranking.ScoredHit;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Limit;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryFilter;
import dev.guildhall.ports.memory.MemoryHit;
import dev.guildhall.ports.memory.MemoryMark;
import dev.guildhall.ports.memory.MemoryQuery;
import dev.guildhall.ports.memory.MemoryStore;
import dev.guildhall.ports.memory.MemoryType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Selects the memories that a model receives with a question: the most important facts about the user, and memories
 * that match the question, each with a neighbouring turn.
 */
public final class MemoryContext {
    /** The lowest share of the question's maximal word score at which a memory is relevant. */
    private static final double TELLING_WORDS = 0.1;

    private static final double TELLING_SIMILARITY = 0.2;

    private final MemoryStore store;
    private final MemorySearch memorySearch;
    private final MemoryLimits.Shown limits;

    public MemoryContext(MemoryStore store, MemorySearch memorySearch, MemoryLimits limits) {
        this.store = store;
        this.memorySearch = memorySearch;
        this.limits = limits.shown();
    }

    /**
     * A question.
     *
     * @param countsFor the user for whose share of the concurrent searches it counts
     * @param userId whose memories
     * @param text of any length
     * @param shownSince messages of the conversation since this time are in the prompt anyway
     */
    public record Question(UserId countsFor, UserId userId, String text, ChatId chatId, Instant shownSince) {}

    /**
     * The selected memories.
     *
     * @param facts about the user, the most important first
     * @param hits other memories that match the question, the best first
     * @param beside turns next to hits, at most one for each, shortened when long
     * @param chatId of the question: memories of other conversations are shown without secrets
     */
    public record Recalled(List<Memory> facts, List<MemoryHit> hits, List<Excerpt> beside, ChatId chatId) {
        public Recalled {
            facts = List.copyOf(facts);
            hits = List.copyOf(hits);
            beside = List.copyOf(beside);
        }

        /**
         * The selected memories as text for a model, without repeats, grouped by conversation and in the order of the
         * turns; empty when there are none.
         */
        public String text() {
            return MemoryPrompt.of(this);
        }
    }

    /** A memory, and its text or the beginning of it. */
    public record Excerpt(Memory memory, String text) {
        static Excerpt whole(Memory memory) {
            return new Excerpt(memory, memory.content());
        }
    }

    /**
     * The memories for a question; absent when the user has none, which costs almost nothing. Asks the embedder: never call it in
     * a transaction.
     */
    public Optional<Recalled> of(Question question) {
        if (question.text().isBlank() || store.mark(question.userId()).equals(MemoryMark.NONE)) {
            return Optional.empty();
        }
        List<Memory> facts = facts(question.userId());
        Set<String> seen = new HashSet<>();
        facts.forEach(fact -> seen.add(Fingerprint.of(fact.content())));
        int left = limits.characters() - characters(facts, Memory::content);
        List<MemorySearch.Placed> hits =
                fitting(hits(question, seen), left, hit -> hit.hit().memory().content());
        left -= characters(hits, hit -> hit.hit().memory().content());
        return Optional.of(new Recalled(
                facts,
                hits.stream().map(MemorySearch.Placed::hit).toList(),
                beside(hits, question, seen, left),
                question.chatId()));
    }

    /** A fact that several conversations contain is included once. */
    private List<Memory> facts(UserId userId) {
        Set<String> seen = new HashSet<>();
        PageRequest latest = new PageRequest(new Limit(Limit.MAX), Optional.empty());
        List<Memory> important =
                store.list(userId, MemoryFilter.of(MemoryType.LONG_TERM), latest).page().items().stream()
                        .sorted(Comparator.comparingDouble(Memory::importance).reversed())
                        .filter(fact -> seen.add(Fingerprint.of(fact.content())))
                        .limit(limits.facts())
                        .toList();
        return fitting(important, limits.characters() / 2, Memory::content);
    }

    /** Each text once, and without texts that the prompt contains anyway. */
    private List<MemorySearch.Placed> hits(Question question, Set<String> seen) {
        String query = Text.beginning(question.text().strip(), MemoryQuery.MOST_CHARACTERS);
        MemoryQuery most = new MemoryQuery(query, MemoryFilter.ALL, new Limit(limits.hits() * 2));
        return memorySearch.glance(question.countsFor(), question.userId(), most).stream()
                .filter(placed -> isTelling(placed.weighed()))
                .filter(placed -> isNew(placed.hit().memory(), question, seen))
                .limit(limits.hits())
                .toList();
    }

    /**
     * For each hit the turn after it, since an answer follows its question; or the turn before it, when the one after
     * is in the prompt anyway or does not exist.
     */
    private List<Excerpt> beside(List<MemorySearch.Placed> hits, Question question, Set<String> seen, int characters) {
        List<Excerpt> beside = new ArrayList<>();
        int left = characters;
        for (MemorySearch.Placed hit : hits) {
            Optional<Excerpt> next = hit.beside().stream()
                    .filter(turn -> isNew(turn, question, seen))
                    .map(turn -> new Excerpt(turn, Text.beginning(turn.content(), limits.besideCharacters())))
                    .findFirst();
            int length = next.map(excerpt -> excerpt.text().length()).orElse(0);
            if (length <= left) {
                next.ifPresent(beside::add);
                left -= length;
            }
        }
        return beside;
    }

    /**
     * The best hit of a search may be irrelevant: a score compares hits with each other, and this compares each with
     * the question.
     */
    private static boolean isTelling(ScoredHit hit) {
        return hit.words() >= TELLING_WORDS || hit.similarity() >= TELLING_SIMILARITY;
    }

    private static boolean isNew(Memory memory, Question question, Set<String> seen) {
        return !isShown(memory, question) && seen.add(Fingerprint.of(memory.content()));
    }

    private static boolean isShown(Memory memory, Question question) {
        return memory.type() == MemoryType.CONVERSATION
                && memory.chatId().equals(Optional.of(question.chatId()))
                && !memory.createdAt().isBefore(question.shownSince());
    }

    private static <T> int characters(List<T> all, Function<T, String> text) {
        return all.stream().mapToInt(one -> text.apply(one).length()).sum();
    }

    private static <T> List<T> fitting(List<T> all, int characters, Function<T, String> text) {
        int left = characters;
        int count = 0;
        while (count < all.size() && text.apply(all.get(count)).length() <= left) {
            left -= text.apply(all.get(count)).length();
            count++;
        }
        return all.subList(0, count);
    }
}
