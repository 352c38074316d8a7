package dev.guildhall.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.guildhall.core.Core;
import dev.guildhall.core.inmemory.HashingEmbedder;
import dev.guildhall.integrations.text.StructuredDocuments;
import dev.guildhall.llm.embedding.MiniLmEmbedder;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.file.FileName;
import dev.guildhall.ports.group.Audience;
import dev.guildhall.ports.knowledge.CollectionId;
import dev.guildhall.ports.knowledge.KnowledgeQuery;
import dev.guildhall.ports.knowledge.NewCollection;
import dev.guildhall.ports.knowledge.PassageHit;
import dev.guildhall.ports.search.Embedder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
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
 * Whole searches of documents (knowledge-7), with stores in memory. {@code cranfield} reads {@code cranfield.json} of
 * {@code -Dsearch.data} and prints recall@10 and nDCG@10; {@code reports} makes reports whose pages differ in years,
 * names and numbers alone, and prints how often the right page is among the first five; {@code large} has 100,000
 * passages and embeddings of no meaning, and prints the growth of the heap.
 *
 * <p>{@code mvn -q test-compile -Pbench -pl app-launcher -am -Dbench.include=Knowledge
 * -Dbench.args="-jvmArgsAppend -Dsearch.data=/folder -p set=cranfield"}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(
        value = 1,
        jvmArgsPrepend = {"--enable-native-access=ALL-UNNAMED", "-Xmx2g"})
@Warmup(iterations = 1, time = 5)
@Measurement(iterations = 1, time = 10)
public class KnowledgeBenchmark {
    private static final int MOST_OF_COLLECTION = 1_000;
    private static final int LARGE = 100_000;
    private static final int PAGES_OF_LARGE = 200;
    private static final int REPORTS = 40;
    private static final List<String> TOPICS = List.of(
            "revenue",
            "employees",
            "research spending",
            "debt",
            "dividend",
            "water use",
            "energy use",
            "inventory",
            "tax",
            "pension liabilities",
            "capital expenditure",
            "goodwill",
            "leases",
            "accidents",
            "suppliers");

    @Param({"cranfield", "reports", "large"})
    public String set = "";

    private final List<Query> queries = new ArrayList<>();
    private final List<CollectionId> collections = new ArrayList<>();
    private Core core = Core.of(parts -> parts.callersRun());
    private Caller.User user = core.user("https://bench.example", "user");
    private int added;
    private int next;

    /** The right answers of cranfield are names of documents, those of reports have a page too. */
    private record Query(String text, Set<String> right) {}

    /** Indexes the documents, and prints the quality. */
    @Setup(Level.Trial)
    public void index() throws IOException {
        Embedder embedder = set.equals("large") ? new HashingEmbedder() : new MiniLmEmbedder();
        core = Core.of(parts -> parts.callersRun().embedder(embedder).documentParser(new StructuredDocuments()));
        user = core.user("https://bench.example", "user");
        long heap = heap();
        long begun = System.nanoTime();
        switch (set) {
            case "cranfield" -> cranfield();
            case "reports" -> reports();
            default -> large();
        }
        core.runDue();
        System.out.printf("%n%s: %d documents indexed in %d ms%n", set, added, (System.nanoTime() - begun) / 1_000_000);
        search(queries.getFirst().text(), 10);
        if (set.equals("large")) {
            System.out.printf("heap, with the stores in memory: %d bytes a passage%n", (heap() - heap) / LARGE);
        } else {
            quality();
        }
    }

    private static long heap() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private void cranfield() throws IOException {
        Path file = Path.of(System.getProperty("search.data", "."), "cranfield.json");
        JsonNode data = new ObjectMapper().readTree(file.toFile());
        data.path("documents")
                .forEach(document -> add(
                        document.path("id").asText() + ".txt",
                        document.path("text").asText()));
        data.path("queries").forEach(query -> {
            Set<String> right = new HashSet<>();
            query.path("relevant").forEach(id -> right.add(id.asText() + ".txt"));
            queries.add(new Query(query.path("text").asText(), right));
        });
    }

    private void reports() {
        Random random = new Random(7);
        for (int i = 0; i < REPORTS; i++) {
            String company = "Company " + (char) ('A' + i % 10) + (char) ('a' + i % 7) + "tech";
            int year = 2015 + i % 9;
            String name = company + " annual report " + year + ".txt";
            StringBuilder text = new StringBuilder();
            for (int page = 1; page <= 60; page++) {
                String topic = TOPICS.get(page % TOPICS.size());
                String segment = "segment " + (page / TOPICS.size() + 1);
                text.append("Notes on ")
                        .append(topic)
                        .append(" of ")
                        .append(segment)
                        .append('\n');
                for (int line = 0; line < 25; line++) {
                    text.append(TOPICS.get(random.nextInt(TOPICS.size())))
                            .append(" | ")
                            .append(random.nextInt(10_000));
                    text.append(" | ")
                            .append(year)
                            .append(" | ")
                            .append(year - 1)
                            .append('\n');
                }
                text.append('\f');
                if (page % 20 == 3) {
                    queries.add(new Query(
                            "What was the " + topic + " of " + segment + " of " + company + " in " + year + "?",
                            Set.of(name + "#" + page)));
                }
            }
            add(name, text.toString());
        }
    }

    private void large() {
        Random random = new Random(7);
        for (int document = 0; document < LARGE / PAGES_OF_LARGE; document++) {
            StringBuilder text = new StringBuilder();
            for (int page = 0; page < PAGES_OF_LARGE; page++) {
                for (int word = 0; word < 110; word++) {
                    double common = random.nextDouble();
                    text.append("w")
                            .append((int) (50_000 * common * common * common))
                            .append(' ');
                }
                text.append('\f');
            }
            add(document + ".txt", text.toString());
        }
        for (int i = 0; i < 100; i++) {
            queries.add(new Query("w" + i + " w" + i * 37 + " w" + i * 411 + " w" + i * 97 + " w1 w7", Set.of()));
        }
    }

    private void add(String name, String text) {
        if (added % MOST_OF_COLLECTION == 0) {
            NewCollection made = new NewCollection("Set " + added, "", Audience.PRIVATE);
            collections.add(core.knowledge().create(user, made).id());
        }
        added++;
        ByteArrayInputStream content = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        CollectionId last = collections.getLast();
        try (content) {
            core.knowledge().add(user, last, core.knowledge().receive(user, last, new FileName(name), content));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private List<PassageHit> search(String text, int limit) {
        return core.knowledge().search(user, collections, new KnowledgeQuery(text, limit));
    }

    private void quality() {
        boolean hasPages = set.equals("reports");
        int shown = hasPages ? 5 : 10;
        double recall = 0;
        double gain = 0;
        for (Query query : queries) {
            List<String> found = search(query.text(), KnowledgeQuery.MAX_LIMIT).stream()
                    .map(hit ->
                            hasPages ? hit.name() + "#" + hit.passage().page().orElse(0) : hit.name())
                    .distinct()
                    .limit(shown)
                    .toList();
            for (int rank = 0; rank < shown; rank++) {
                double discount = Math.log(2) / Math.log(rank + 2);
                boolean isRight = rank < found.size() && query.right().contains(found.get(rank));
                gain += isRight ? discount / ideal(query, shown) : 0;
                recall += isRight ? 1.0 / query.right().size() : 0;
            }
        }
        System.out.printf(
                Locale.ROOT,
                "recall@%d %.3f, nDCG@%d %.3f of %d queries%n",
                shown,
                recall / queries.size(),
                shown,
                gain / queries.size(),
                queries.size());
    }

    private static double ideal(Query query, int shown) {
        double ideal = 0;
        for (int rank = 0; rank < Math.min(shown, query.right().size()); rank++) {
            ideal += Math.log(2) / Math.log(rank + 2);
        }
        return ideal;
    }

    /** One search for the ten best passages. */
    @Benchmark
    public List<PassageHit> search() {
        next = (next + 1) % queries.size();
        return search(queries.get(next).text(), 10);
    }
}
