package dev.guildhall.app;

import dev.guildhall.core.Core;
import dev.guildhall.core.config.MemoryLimits;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.core.memory.MemoryContext;
import dev.guildhall.core.memory.MemoryEmbeddings;
import dev.guildhall.core.memory.MemorySearch;
import dev.guildhall.llm.embedding.MiniLmEmbedder;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Limit;
import dev.guildhall.ports.account.Registration;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryFilter;
import dev.guildhall.ports.memory.MemoryHit;
import dev.guildhall.ports.memory.MemoryId;
import dev.guildhall.ports.memory.MemoryQuery;
import dev.guildhall.ports.memory.MemoryType;
import dev.guildhall.ports.memory.NewMemory;
import dev.guildhall.ports.search.Embedder;
import dev.guildhall.ports.search.Embedding;
import dev.guildhall.ports.session.SignedIn;
import dev.guildhall.ports.storage.Stores;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
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
 * The quality and the speed of memory searches: before the measurement it prints the recall on generated conversations,
 * short ones and long ones that are harder, each with a user of its own. The times are of whole searches among that
 * many memories of one user, with all stores in memory; {@code asked} is whether the query's embedding is cached from
 * an earlier search.
 *
 * <p>{@code mvn -q test-compile -Pbench -pl app-launcher -am -Dbench.include=Memory}
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgsPrepend = "--enable-native-access=ALL-UNNAMED")
@Warmup(iterations = 1, time = 5)
@Measurement(iterations = 1, time = 10)
public class MemoryBenchmark {
    private static final int DIALOGUES = 5;
    private static final int FIRST = 5;
    private static final Limit SHOWN = new Limit(10);
    private static final ChatId HERE = new ChatId("chat_here");
    private static final List<String> UNRELATED = List.of(
            "Write a haiku about the sea.",
            "Compute 17*23 for me.",
            "What is the capital of Mongolia?",
            "Translate good evening into Swedish.",
            "Sort these numbers: 5, 3, 9, 1.");
    private static final String PASSWORD = "correct horse";

    @Param({"10000"})
    public int memories;

    @Param({"known", "new"})
    public String asked = "";

    private final Map<String, List<Embedding>> embeddings = new HashMap<>();
    private Core core = Core.of(parts -> parts);
    private MemoryContext memoryContext = memoryContext(InMemoryStores.empty(), Optional.empty());
    private Caller.User user = registeredUser("user@example.org");
    private List<String> questions = List.of();
    private int next;

    /** Embeds each text once, since the turns of conversations repeat. */
    private final Embedder local = new MiniLmEmbedder();

    private final class Remembered implements Embedder {
        @Override
        public String model() {
            return local.model();
        }

        @Override
        public synchronized List<Embedding> embed(List<String> texts) {
            return texts.stream()
                    .map(text -> embeddings
                            .computeIfAbsent(text, any -> local.embed(List.of(text)))
                            .getFirst())
                    .toList();
        }

        @Override
        public List<Embedding> embedQueries(List<String> queries) {
            return local.embedQueries(queries);
        }
    }

    /** Prints the quality, and fills the memory of one user. */
    @Setup(Level.Trial)
    public void fill() {
        Stores stores = InMemoryStores.empty();
        Embedder embedder = new Remembered();
        core = Core.of(parts -> parts.stores(stores).embedder(embedder));
        memoryContext = memoryContext(stores, Optional.of(embedder));
        measure("short conversations", Dialogue::of);
        measure("long conversations", LongDialogue::of);
        measurePrompts("short conversations", Dialogue::of);
        measurePrompts("long conversations", LongDialogue::of);
        user = registeredUser("fast@example.org");
        for (int said = 0, seed = 1; said < memories; seed++) {
            said += say(Dialogue.of(seed)).size();
        }
        search("Who is there?");
    }

    private static MemoryContext memoryContext(Stores stores, Optional<Embedder> embedder) {
        MemorySearch memorySearch = new MemorySearch(
                InstantSource.system(), stores.memories(), new MemoryEmbeddings(embedder), MemoryLimits.DEFAULT);
        return new MemoryContext(stores.memories(), memorySearch, MemoryLimits.DEFAULT);
    }

    private void measure(String what, LongFunction<Dialogue> dialogues) {
        double atFirst = 0;
        double shown = 0;
        int count = 0;
        for (int seed = 1; seed <= DIALOGUES; seed++) {
            user = registeredUser(what.replace(' ', '.') + seed + "@example.org");
            Dialogue dialogue = dialogues.apply(seed);
            List<MemoryId> ids = say(dialogue);
            for (Dialogue.Asked question : dialogue.asked()) {
                List<Integer> found = search(question.text()).stream()
                        .map(hit -> ids.indexOf(hit.memory().id()))
                        .toList();
                atFirst += memorySearch(found.subList(0, Math.min(FIRST, found.size())), question);
                shown += memorySearch(found, question);
                count++;
            }
            questions = dialogue.asked().stream().map(Dialogue.Asked::text).toList();
        }
        System.out.printf(
                "%n%s, %d questions: recall@5 %.1f, recall@10 %.1f%n",
                what, count, 100 * atFirst / count, 100 * shown / count);
    }

    private void measurePrompts(String what, LongFunction<Dialogue> dialogues) {
        double told = 0;
        int asked = 0;
        int idle = 0;
        for (int seed = 1; seed <= DIALOGUES; seed++) {
            user = registeredUser("prompt." + what.replace(' ', '.') + seed + "@example.org");
            Dialogue dialogue = dialogues.apply(seed);
            say(dialogue);
            for (Dialogue.Asked question : dialogue.asked()) {
                String text = told(question.text());
                told += (double) question.right().stream()
                                .filter(turn ->
                                        text.contains(dialogue.turns().get(turn).text()))
                                .count()
                        / question.right().size();
                asked++;
            }
            for (String unrelated : UNRELATED) {
                idle += (int) told(unrelated)
                        .lines()
                        .filter(line -> line.startsWith("- "))
                        .count();
            }
        }
        System.out.printf(
                "%s, %d questions: recall into the prompt %.1f; turns shown with an unrelated question %.1f%n",
                what, asked, 100 * told / asked, (double) idle / (DIALOGUES * UNRELATED.size()));
    }

    private String told(String question) {
        return memoryContext
                .of(new MemoryContext.Question(user.userId(), user.userId(), question, HERE, Instant.EPOCH))
                .map(MemoryContext.Recalled::text)
                .orElse("");
    }

    private static double memorySearch(List<Integer> found, Dialogue.Asked question) {
        return (double) found.stream().filter(question.right()::contains).count()
                / question.right().size();
    }

    private List<MemoryId> say(Dialogue dialogue) {
        List<MemoryId> ids = new ArrayList<>();
        for (Dialogue.Turn turn : dialogue.turns()) {
            Optional<ChatId> chat = Optional.of(new ChatId("session_" + turn.session()));
            ids.add(core.memories()
                    .remember(
                            user,
                            new NewMemory(
                                    user.userId(),
                                    MemoryType.CONVERSATION,
                                    turn.text(),
                                    Memory.DEFAULT_IMPORTANCE,
                                    List.of(),
                                    chat))
                    .id());
        }
        return ids;
    }

    private Caller.User registeredUser(String email) {
        SignedIn signedIn = core.accounts().register(Caller.anonymous(), Registration.of(email, PASSWORD));
        return core.accounts()
                .authenticate(Caller.anonymous(), signedIn.tokens().accessToken());
    }

    /** One search for the ten best memories. */
    @Benchmark
    public List<MemoryHit> search() {
        next++;
        String question = questions.get(next % questions.size());
        return search(asked.equals("new") ? question + " " + next : question);
    }

    private List<MemoryHit> search(String question) {
        return core.memories().search(user, user.userId(), new MemoryQuery(question, MemoryFilter.ALL, SHOWN));
    }
}
