package dev.guildhall.core.tool.ranking;

import static dev.guildhall.core.tool.ranking.Tools.ids;
import static dev.guildhall.core.tool.ranking.Tools.tool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.search.Analyzer;
import dev.guildhall.core.search.QueryParts;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.search.Embedding;
import dev.guildhall.ports.search.QuantisedEmbedding;
import dev.guildhall.ports.tool.SearchHit;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolId;
import dev.guildhall.ports.tool.ToolName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random additions and removals, with tools of several users: a search sees exactly what its caller may see. */
class RandomIndexTest {
    private static final List<String> WORDS =
            List.of("mail", "send", "weather", "city", "book", "flight", "price", "stock", "translate", "the", "image");
    private static final List<UserId> USERS = List.of(new UserId("usr_1"), new UserId("usr_2"), new UserId("usr_3"));
    private static final int CHANGES = 120;
    private static final int TOOLS = 40;
    private static final double ROUNDING = 1e9;

    static IntStream seeds() {
        return IntStream.range(0, 60);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void an_index_after_changes_has_the_same_results_as_a_new_one(int seed) {
        Random random = new Random(seed);
        Map<ToolId, ToolDocument> now = new TreeMap<>(Comparator.comparing(ToolId::value));
        ToolIndex index = changed(random, now);
        ToolIndex fresh = filled(now.values().stream().toList());

        ToolSearch search = search(random, tool -> true);

        assertThat(index.size()).isEqualTo(now.size());
        assertThat(rounded(index.search(search))).isEqualTo(rounded(fresh.search(search)));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void invisible_tools_do_not_influence_a_search(int seed) {
        Random random = new Random(seed);
        Map<ToolId, ToolDocument> now = new TreeMap<>(Comparator.comparing(ToolId::value));
        ToolIndex index = changed(random, now);
        UserId caller = USERS.get(random.nextInt(USERS.size()));
        Predicate<Tool> visible = tool -> tool.isListedFor(caller);
        ToolIndex ofCaller = filled(now.values().stream()
                .filter(document -> visible.test(document.tool()))
                .toList());

        ToolSearch search = search(random, visible);

        assertThat(index.search(search)).allMatch(hit -> visible.test(hit.tool()));
        assertThat(rounded(index.search(search))).isEqualTo(rounded(ofCaller.search(search)));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void relevance_is_between_0_and_1_and_falls(int seed) {
        Random random = new Random(seed);
        ToolIndex index = changed(random, new TreeMap<>(Comparator.comparing(ToolId::value)));

        List<SearchHit> hits = index.search(search(random, tool -> true));

        assertThat(ids(hits)).doesNotHaveDuplicates();
        assertThat(hits).allMatch(hit -> hit.relevance() > 0 && hit.relevance() <= 1);
        assertThat(hits)
                .isSortedAccordingTo(Comparator.comparingDouble(SearchHit::relevance)
                        .reversed()
                        .thenComparing(hit -> hit.tool().id().value()));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_smaller_limit_returns_the_first_of_the_same_hits(int seed) {
        Random random = new Random(seed);
        ToolIndex index = changed(random, new TreeMap<>(Comparator.comparing(ToolId::value)));
        ToolSearch search = search(random, tool -> true);

        List<SearchHit> all = index.search(
                new ToolSearch(search.query(), search.embeddings(), search.visible(), search.learned(), TOOLS));

        assertThat(index.search(search))
                .isEqualTo(all.stream().limit(search.limit()).toList());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void learned_queries_that_were_changed_count_as_those_learned_at_once(int seed) {
        Random random = new Random(seed);
        ToolIndex index = changed(random, new TreeMap<>(Comparator.comparing(ToolId::value)));
        Map<ToolName, List<LearnedQueries.Query>> now = new HashMap<>();
        LearnedQueries changed = LearnedQueries.nothing();
        for (int i = 0; i < CHANGES; i++) {
            ToolName name = new ToolName(name(random));
            now.put(name, queries(random, random.nextInt(4)));
            changed = changed.with(Map.of(name, now.getOrDefault(name, List.of())));
        }
        ToolSearch search = search(random, tool -> true);

        assertThat(changed.size())
                .isEqualTo(now.values().stream().mapToInt(List::size).sum());
        assertThat(rounded(index.search(with(search, changed))))
                .isEqualTo(rounded(
                        index.search(with(search, LearnedQueries.nothing().with(now)))));
    }

    /** Sums of floating-point numbers differ in their last bits with the order of the summands. */
    private static List<SearchHit> rounded(List<SearchHit> hits) {
        return hits.stream()
                .map(hit -> new SearchHit(hit.tool(), Math.round(hit.relevance() * ROUNDING) / ROUNDING))
                .sorted(Comparator.comparingDouble(SearchHit::relevance)
                        .reversed()
                        .thenComparing(hit -> hit.tool().id().value()))
                .toList();
    }

    private static ToolSearch with(ToolSearch search, LearnedQueries learned) {
        return new ToolSearch(search.query(), search.embeddings(), search.visible(), learned, search.limit());
    }

    private static List<LearnedQueries.Query> queries(Random random, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new LearnedQueries.Query(
                        words(random, 4), random.nextBoolean() ? Optional.empty() : Optional.of(embedding(random))))
                .toList();
    }

    private static ToolIndex changed(Random random, Map<ToolId, ToolDocument> now) {
        ToolIndex index = new ToolIndex();
        for (int i = 0; i < CHANGES; i++) {
            ToolDocument document = document(random);
            ToolId id = document.tool().id();
            if (random.nextInt(3) == 0) {
                index.remove(id);
                now.remove(id);
            } else {
                index.put(document);
                now.put(id, document);
            }
        }
        return index;
    }

    private static ToolIndex filled(List<ToolDocument> documents) {
        ToolIndex index = new ToolIndex();
        documents.forEach(index::put);
        return index;
    }

    private static ToolDocument document(Random random) {
        Optional<UserId> owner =
                random.nextBoolean() ? Optional.empty() : Optional.of(USERS.get(random.nextInt(USERS.size())));
        Tool tool = tool("tool_" + random.nextInt(TOOLS), name(random), words(random, 1 + random.nextInt(9)), owner);
        return new ToolDocument(
                tool,
                random.nextInt(4) == 0 ? Optional.empty() : Optional.of(QuantisedEmbedding.of(embedding(random))));
    }

    private static ToolSearch search(Random random, Predicate<Tool> visible) {
        QueryParts query =
                QueryParts.of(words(random, 4) + ". " + words(random, 5) + "! " + words(random, 3), Analyzer.english());
        List<Embedding> embeddings = new ArrayList<>();
        if (random.nextBoolean()) {
            query.sentences().forEach(sentence -> embeddings.add(embedding(random)));
        }
        LearnedQueries learned = LearnedQueries.nothing();
        for (int i = random.nextInt(20); i > 0; i--) {
            List<LearnedQueries.Query> queries = queries(random, 1 + random.nextInt(3));
            learned = learned.with(Map.of(new ToolName(name(random)), queries));
        }
        return new ToolSearch(query, embeddings, visible, learned, 1 + random.nextInt(50));
    }

    private static String name(Random random) {
        return WORDS.get(random.nextInt(3)) + "." + WORDS.get(random.nextInt(WORDS.size()));
    }

    private static String words(Random random, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> WORDS.get(random.nextInt(WORDS.size())))
                .collect(Collectors.joining(" "));
    }

    private static Embedding embedding(Random random) {
        return new Embedding(
                new float[] {(float) random.nextGaussian(), (float) random.nextGaussian(), (float) random.nextGaussian()
                });
    }
}
