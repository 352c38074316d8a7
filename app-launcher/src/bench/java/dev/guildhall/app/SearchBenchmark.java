package dev.guildhall.app;

import dev.guildhall.core.search.QueryEmbeddings;
import dev.guildhall.core.search.QueryParts;
import dev.guildhall.core.tool.ranking.LearnedQueries;
import dev.guildhall.core.tool.ranking.ToolDocument;
import dev.guildhall.core.tool.ranking.ToolIndex;
import dev.guildhall.core.tool.ranking.ToolSearch;
import dev.guildhall.core.tool.ranking.ToolText;
import dev.guildhall.llm.embedding.MiniLmEmbedder;
import dev.guildhall.ports.search.Embedder;
import dev.guildhall.ports.search.Embedding;
import dev.guildhall.ports.search.QuantisedEmbedding;
import dev.guildhall.ports.tool.SearchHit;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolName;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The quality and the speed of tool searches, with sets of tools and queries that are on the machine and not in the
 * repository ({@link SearchSet} describes their files). Before each measurement it prints how long it took to fill the
 * index, and the quality without and with 3 and 10 past queries for each tool. The times are of whole searches, each
 * with another query, so that no query's embedding is cached.
 *
 * <p>{@code mvn -q test-compile -Pbench -pl app-launcher -am -Dbench.include=Search
 * -Dbench.args="-jvmArgsAppend -Dsearch.data=/folder -p set=metatool,seal-tools"}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgsPrepend = "--enable-native-access=ALL-UNNAMED")
@Warmup(iterations = 1, time = 5)
@Measurement(iterations = 1, time = 10)
public class SearchBenchmark {
    private static final int MOST_OF_TOOL = 30;
    private static final int LIMIT = 10;

    @Param({"metatool", "seal-tools"})
    public String set = "";

    @Param({"words", "mixed"})
    public String way = "";

    /** How many learned queries the timed searches use: the set's own ones, tool by tool. */
    @Param({"0", "10000"})
    public int queries;

    private LearnedQueries held = LearnedQueries.nothing();

    private final Embedder embedder = new MiniLmEmbedder();
    private final ToolIndex index = new ToolIndex();
    private List<SearchSet.Asked> asked = List.of();
    private QueryEmbeddings embeddings = new QueryEmbeddings(embedder);
    private int next;

    /** Fills the index, and prints the quality. */
    @Setup(Level.Trial)
    public void fill() {
        SearchSet data = SearchSet.read(Path.of(System.getProperty("search.data", "."), set + ".json"));
        asked = data.asked();
        List<ToolDocument> documents = documents(data.tools());
        long start = System.nanoTime();
        documents.forEach(index::put);
        System.out.printf(
                "%n%s %s: %d tools put in %d ms%n", set, way, index.size(), (System.nanoTime() - start) / 1_000_000);
        for (int mostOfTool : data.past().isEmpty() ? new int[] {0} : new int[] {0, 3, 10, MOST_OF_TOOL}) {
            LearnedQueries learned = learned(data, mostOfTool);
            System.out.printf(
                    "%d past queries a tool: %s%n",
                    mostOfTool, SearchQuality.of(asked, query -> search(query, learned)));
        }
    }

    /** Learns as many queries as the tools may have. */
    @Setup(Level.Trial)
    public void learn() {
        SearchSet data = SearchSet.read(Path.of(System.getProperty("search.data", "."), set + ".json"));
        Map<ToolName, List<LearnedQueries.Query>> byTool = new HashMap<>();
        int most = Math.min(queries, data.tools().size() * MOST_OF_TOOL);
        for (int i = 0; i < most; i++) {
            ToolName tool =
                    data.tools().get(i % data.tools().size()).definition().name();
            String text = data.asked().get(i % data.asked().size()).text();
            byTool.computeIfAbsent(tool, any -> new ArrayList<>()).add(query(text));
        }
        held = LearnedQueries.nothing().with(byTool);
        System.out.printf("timed with %d learnt queries%n", held.size());
    }

    /** Discards the cached embeddings of queries. */
    @Setup(Level.Iteration)
    public void forget() {
        embeddings = new QueryEmbeddings(embedder);
    }

    /** One search for the ten best tools. */
    @Benchmark
    public List<SearchHit> search() {
        next = (next + 1) % asked.size();
        if (next == 0) {
            forget();
        }
        return search(asked.get(next), held);
    }

    private List<SearchHit> search(SearchSet.Asked query, LearnedQueries learned) {
        QueryParts parts = index.parts(query.text());
        return index.search(
                new ToolSearch(parts, isMixed() ? embeddings.of(parts) : List.of(), tool -> true, learned, LIMIT));
    }

    private boolean isMixed() {
        return way.equals("mixed");
    }

    private List<ToolDocument> documents(List<Tool> tools) {
        List<ToolDocument> documents = new ArrayList<>();
        for (int from = 0; from < tools.size(); from += Embedder.MOST_TEXTS) {
            List<Tool> some = tools.subList(from, Math.min(tools.size(), from + Embedder.MOST_TEXTS));
            List<Embedding> meant = isMixed()
                    ? embedder.embed(some.stream()
                            .map(tool -> ToolText.toEmbed(tool.definition()))
                            .toList())
                    : List.of();
            for (int i = 0; i < some.size(); i++) {
                documents.add(new ToolDocument(
                        some.get(i), isMixed() ? Optional.of(QuantisedEmbedding.of(meant.get(i))) : Optional.empty()));
            }
        }
        return documents;
    }

    private LearnedQueries learned(SearchSet data, int mostOfTool) {
        Map<ToolName, List<LearnedQueries.Query>> byTool = new HashMap<>();
        for (SearchSet.Asked past : data.past()) {
            data.tools().stream()
                    .filter(tool -> past.right().contains(tool.id()))
                    .map(tool -> byTool.computeIfAbsent(tool.definition().name(), any -> new ArrayList<>()))
                    .filter(ofTool -> ofTool.size() < mostOfTool)
                    .forEach(ofTool -> ofTool.add(query(past.text())));
        }
        return LearnedQueries.nothing().with(byTool);
    }

    private LearnedQueries.Query query(String text) {
        return new LearnedQueries.Query(
                text, isMixed() ? Optional.of(Embedding.mean(embeddings.of(index.parts(text)))) : Optional.empty());
    }
}
