package dev.guildhall.core.memory.ranking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.guildhall.core.search.Analyzer;
import dev.guildhall.core.search.QueryParts;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Limit;
import dev.guildhall.ports.memory.IndexedMemory;
import dev.guildhall.ports.memory.MemoryFilter;
import dev.guildhall.ports.memory.MemoryId;
import dev.guildhall.ports.memory.MemoryQuery;
import dev.guildhall.ports.memory.MemoryType;
import dev.guildhall.ports.search.Embedding;
import dev.guildhall.ports.search.QuantisedEmbedding;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MemoryIndexTest {
    private static final List<String> WORDS = List.of(
            "kitchen", "violin", "train", "yesterday", "two", "paint", "painted", "doctor", "Zürich", "the", "bought");
    private static final int DIMENSIONS = 48;

    /** The error of scores from rounding the query. */
    private static final double ROUNDING = 1e-4;

    /** The error of scores from eight bits for each coordinate of 48. */
    private static final double QUANTISATION = 0.02;

    /** A memory with its text, as the index does not keep it. */
    private record Said(
            String id, Optional<String> chat, String text, double importance, Optional<Embedding> embedding) {
        MemoryIndex.Document document() {
            IndexedMemory memory = new IndexedMemory(
                    new MemoryId(id),
                    MemoryType.CONVERSATION,
                    importance,
                    List.of(),
                    chat.map(ChatId::new),
                    false,
                    Optional.of(MemoryText.of(text).toBytes()),
                    Optional.empty(),
                    Optional.empty(),
                    1);
            MemoryText read = MemoryText.read(memory.text().orElseThrow()).orElseThrow();
            return new MemoryIndex.Document(memory, read, embedding.map(QuantisedEmbedding::of));
        }
    }

    private static Embedding embedding(Random random) {
        float[] values = new float[DIMENSIONS];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) random.nextGaussian();
        }
        return new Embedding(values);
    }

    private static String text(Random random) {
        List<String> words = random.ints(random.nextInt(1, 12), 0, WORDS.size())
                .mapToObj(WORDS::get)
                .toList();
        return (random.nextBoolean() ? "Sofia: " : "Tim: ")
                + String.join(" ", words)
                + (random.nextBoolean() ? "?" : ".");
    }

    private static List<Said> dialogue(Random random) {
        List<Said> said = new ArrayList<>();
        for (int i = 0; i < 80; i++) {
            Optional<String> chat =
                    random.nextInt(6) == 0 ? Optional.empty() : Optional.of("chat_" + random.nextInt(5));
            Optional<Embedding> embedding = random.nextInt(8) == 0 ? Optional.empty() : Optional.of(embedding(random));
            said.add(new Said("mem_%03d".formatted(i), chat, text(random), random.nextDouble(), embedding));
        }
        return said;
    }

    /** The cosine of a quantised embedding, computed without rounding the query. */
    private static double quantisedCosine(Embedding query, Embedding document) {
        QuantisedEmbedding quantised = QuantisedEmbedding.of(document);
        double cosine = 0;
        for (int i = 0; i < DIMENSIONS; i++) {
            cosine += (double) query.values()[i] * quantised.values()[i] * quantised.scale();
        }
        return cosine;
    }

    /** The documented ranking, computed from the texts and the cosines. */
    private static Map<String, Double> expected(
            List<Said> said, String query, ToDoubleFunction<Embedding> cosineToQuery) {
        Analyzer analyzer = Analyzer.dialogue();
        List<List<String>> terms = said.stream()
                .map(one -> {
                    SpokenTurn turn = SpokenTurn.of(one.text());
                    return analyzer.terms(turn.date() + " " + turn.words());
                })
                .toList();
        double average = Math.max(1, terms.stream().mapToInt(List::size).sum() * 10.0 / said.size());
        double[] words = new double[said.size()];
        double most = 0;
        for (String term : QueryParts.terms(query, analyzer)) {
            long containing = terms.stream().filter(of -> of.contains(term)).count();
            double rarity = Math.log(1 + (said.size() - containing + 0.5) / (containing + 0.5));
            most += rarity * 1.9;
            for (int i = 0; i < words.length; i++) {
                double count = Collections.frequency(terms.get(i), term);
                double norm = 0.9 * (0.6 + 0.4 * terms.get(i).size() * 10 / average);
                words[i] += rarity * count * 1.9 / (count + norm);
            }
        }
        double[] cosines = said.stream()
                .mapToDouble(
                        one -> one.embedding().map(cosineToQuery::applyAsDouble).orElse(Double.NaN))
                .toArray();
        double[] besideWords = beside(said, words, 0.5, 0.2);
        double[] wordsAround = around(said, words, besideWords, 0.2);
        double[] senseAround = around(said, cosines, beside(said, cosines, 0.1, 0.2), 0.4);
        double range = 0.15 * most;
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < words.length; i++) {
            range = Math.max(range, wordsAround[i]);
            if (!Double.isNaN(cosines[i])) {
                low = Math.min(low, senseAround[i]);
                high = Math.max(high, senseAround[i]);
            }
        }
        Map<String, Double> scores = new HashMap<>();
        for (int i = 0; i < words.length; i++) {
            boolean known = !Double.isNaN(cosines[i]);
            if (words[i] + besideWords[i] > 0 || (known && cosines[i] > 0.1)) {
                double byWords = wordsAround[i] / range;
                double mixed = known ? 0.4 * byWords + 0.6 * (senseAround[i] - low) / (high - low) : byWords;
                MemoryText text = MemoryText.of(said.get(i).text());
                AnswerTypeHints wanted = AnswerTypeHints.wanted(query);
                boolean replies = (wanted.time() && text.answerTypeHints().time())
                        || (wanted.number() && text.answerTypeHints().number());
                scores.put(
                        said.get(i).id(),
                        mixed
                                + (replies ? 0.05 : 0)
                                + 0.15 * text.substance()
                                + 0.02 * said.get(i).importance());
            }
        }
        return scores;
    }

    private static double[] beside(List<Said> said, double[] own, double before, double after) {
        double[] beside = new double[own.length];
        for (int i = 0; i < own.length; i++) {
            beside[i] = before * neighbour(said, own, i, -1) + after * neighbour(said, own, i, 1);
        }
        return beside;
    }

    /** The score of the next turn of the conversation in a direction; 0 when there is none. */
    private static double neighbour(List<Said> said, double[] own, int of, int step) {
        for (int i = of + step; i >= 0 && i < own.length && said.get(of).chat().isPresent(); i += step) {
            if (said.get(i).chat().equals(said.get(of).chat())) {
                return Math.max(0, Double.isNaN(own[i]) ? 0 : own[i]);
            }
        }
        return 0;
    }

    private static double[] around(List<Said> said, double[] own, double[] beside, double conversation) {
        double[] around = new double[own.length];
        for (int i = 0; i < own.length; i++) {
            int at = i;
            double best = said.get(i).chat().isEmpty()
                    ? Math.max(0, own[i])
                    : IntStream.range(0, own.length)
                            .filter(j -> said.get(j).chat().equals(said.get(at).chat()))
                            .mapToDouble(j -> (own[j] > 0 ? own[j] : 0) + beside[j])
                            .max()
                            .orElseThrow();
            around[i] = own[i] + beside[i] + conversation * best;
        }
        return around;
    }

    private static List<ScoredHit> search(MemoryIndex index, String query, Embedding embedding) {
        return index.search(new MemoryQuery(query, MemoryFilter.ALL, new Limit(Limit.MAX)), Optional.of(embedding));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void scores_and_their_order_are_those_of_the_texts_and_embeddings(long seed) {
        Random random = new Random(seed);
        List<Said> said = dialogue(random);
        List<Said> shuffled = new ArrayList<>(said);
        Collections.shuffle(shuffled, random);
        MemoryIndex index = new MemoryIndex();
        // Some are put again, and some were removed before.
        List<Said> gone = dialogue(new Random(-seed)).stream()
                .map(one -> new Said(one.id() + "x", one.chat(), one.text(), 0, one.embedding()))
                .toList();
        index.put(gone.stream().map(Said::document).toList());
        index.put(shuffled.stream().map(Said::document).toList());
        gone.forEach(one -> index.remove(new MemoryId(one.id())));
        index.put(shuffled.subList(0, 30).stream().map(Said::document).toList());
        String query = "when was the kitchen painted by a doctor in zurich";
        Embedding embedding = embedding(random);

        List<ScoredHit> hits = search(index, query, embedding);

        Map<String, Double> expected = expected(said, query, known -> quantisedCosine(embedding, known));
        Map<String, Double> exact = expected(said, query, known -> known.cosine(embedding));
        assertThat(index.size()).isEqualTo(said.size());
        assertThat(hits).extracting(hit -> hit.id().value()).containsExactlyInAnyOrderElementsOf(expected.keySet());
        double scale = hits.getFirst().score() / Collections.max(expected.values());
        double before = Double.POSITIVE_INFINITY;
        for (ScoredHit hit : hits) {
            double score = Objects.requireNonNull(expected.get(hit.id().value()));
            assertThat(score).isLessThan(before + ROUNDING);
            assertThat(hit.score() / scale)
                    .isCloseTo(score, within(ROUNDING))
                    .isCloseTo(exact.getOrDefault(hit.id().value(), score), within(QUANTISATION));
            before = score;
        }
    }

    @Test
    void of_equal_scores_the_newest_is_first() {
        List<Said> same = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            same.add(new Said("mem_%03d".formatted(i), Optional.empty(), "the kitchen", 0.5, Optional.empty()));
        }
        List<String> newestFirst = same.reversed().stream().map(Said::id).toList();
        Collections.shuffle(same, new Random(3));
        MemoryIndex index = new MemoryIndex();

        index.put(same.stream().map(Said::document).toList());

        assertThat(search(index, "kitchen", embedding(new Random(4))))
                .extracting(hit -> hit.id().value())
                .containsExactlyElementsOf(newestFirst);
        assertThat(index.search(new MemoryQuery("kitchen", MemoryFilter.ALL, new Limit(3)), Optional.empty()))
                .extracting(hit -> hit.id().value())
                .containsExactlyElementsOf(newestFirst.subList(0, 3));
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13})
    void an_index_for_one_search_ranks_as_one_that_keeps_all(long seed) {
        Random random = new Random(seed);
        List<MemoryIndex.Document> documents =
                dialogue(random).stream().map(Said::document).toList();
        MemoryQuery query = new MemoryQuery("Did Sofia paint the kitchen?", MemoryFilter.ALL, new Limit(20));
        Optional<Embedding> embedding = Optional.of(embedding(random));
        MemoryIndex whole = new MemoryIndex();
        MemoryIndex ofQuery = MemoryIndex.of(query, embedding);

        whole.put(documents);
        ofQuery.put(documents);

        assertThat(ofQuery.search(query, embedding))
                .extracting(ScoredHit::id)
                .containsExactlyElementsOf(whole.search(query, embedding).stream()
                        .map(ScoredHit::id)
                        .toList());
        assertThat(ofQuery.bytes()).isLessThan(whole.bytes());
    }

    @Test
    void an_index_needs_little_more_than_the_quantised_embeddings() {
        Random random = new Random(20);
        MemoryIndex index = new MemoryIndex();
        int count = 5_000;
        for (int i = 0; i < count; i++) {
            Optional<String> chat = Optional.of("chat_" + i / 20);
            Said one = new Said("mem_%030d".formatted(i), chat, text(random), 0.5, Optional.of(embedding(random)));
            index.put(List.of(one.document()));
        }

        assertThat(index.bytes()).isBetween(count * 120L, count * (DIMENSIONS + 250L));
    }

    @Test
    void memories_without_an_embedding_are_listed() {
        MemoryIndex index = new MemoryIndex();
        Said unknown = new Said("mem_1", Optional.empty(), "kitchen", 0.5, Optional.empty());
        Said known = new Said("mem_2", Optional.empty(), "kitchen", 0.5, Optional.of(embedding(new Random(1))));

        index.put(List.of(unknown.document(), known.document()));

        assertThat(index.withoutEmbedding(5)).containsExactly(new MemoryId("mem_1"));
        assertThat(index.withoutEmbedding(0)).isEmpty();
    }
}
