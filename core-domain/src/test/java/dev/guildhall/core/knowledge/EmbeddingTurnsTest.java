package dev.guildhall.core.knowledge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Core;
import dev.guildhall.core.Limits;
import dev.guildhall.core.config.KnowledgeLimits;
import dev.guildhall.core.inmemory.HashingEmbedder;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.file.FileName;
import dev.guildhall.ports.group.Audience;
import dev.guildhall.ports.knowledge.CollectionId;
import dev.guildhall.ports.knowledge.Document;
import dev.guildhall.ports.knowledge.DocumentParser;
import dev.guildhall.ports.knowledge.NewCollection;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.search.Embedder;
import dev.guildhall.ports.search.Embedding;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** knowledge-6: the turns of users whose documents wait for their embeddings. */
class EmbeddingTurnsTest {
    private static final int BATCH = 4;
    /** It reads more documents at once than it embeds, so that documents wait. */
    private static final KnowledgeLimits LIMITS = new KnowledgeLimits(
            100,
            1_000,
            1_000_000,
            1_000_000,
            10,
            3,
            Duration.ofSeconds(30),
            Duration.ofSeconds(1),
            BATCH,
            KnowledgeLimits.DEFAULT.index());

    /** The texts of each call, without those of tools. */
    private final List<List<String>> batches = new ArrayList<>();

    private final Core core = Core.of(parts -> parts.callersRun()
            .embedder(new Recording())
            .documentParser(EmbeddingTurnsTest::parse)
            .limits(Limits.DEFAULT.withKnowledge(LIMITS)));
    private final Caller.User ada = core.user("https://idp.example", "ada");
    private final Caller.User bob = core.user("https://idp.example", "bob");

    private final class Recording implements Embedder {
        private final Embedder hashing = new HashingEmbedder();

        @Override
        public String model() {
            return hashing.model();
        }

        @Override
        public List<Embedding> embed(List<String> texts) {
            if (!texts.getFirst().startsWith("builtin ")) {
                batches.add(texts);
            }
            if (texts.contains("refused")) {
                throw new Refusal(new CommonProblem.Unavailable("embedding model"));
            }
            return hashing.embed(texts);
        }
    }

    /** Each line is a page. */
    private static String parse(DocumentParser.Source source, DocumentParser.Sections sections) {
        try {
            List<String> pages = new String(source.content().readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            for (int i = 0; i < pages.size(); i++) {
                sections.add(new DocumentParser.Section(Optional.of(i + 1), "", pages.get(i)));
                sections.read(i + 1);
            }
            return "";
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private CollectionId collection(Caller.User user) {
        return core.knowledge()
                .create(user, new NewCollection("Reports", "", Audience.PRIVATE))
                .id();
    }

    private Document added(Caller.User user, CollectionId id, String text) {
        ByteArrayInputStream content = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        return core.knowledge().add(user, id, core.knowledge().receive(user, id, new FileName("a.txt"), content));
    }

    private static String lines(int count) {
        return IntStream.range(0, count).mapToObj(line -> "line " + line).collect(Collectors.joining("\n"));
    }

    @Test
    void a_note_waits_for_at_most_one_batch_of_a_large_document_of_another_user() {
        Document large = added(ada, collection(ada), lines(1_000));
        added(bob, collection(bob), "note");

        core.runDue();

        assertThat(batches.subList(0, 2)).contains(List.of("note"));
        assertThat(batches).hasSize(1 + 1_000 / BATCH).allMatch(batch -> batch.size() <= BATCH);
        assertThat(core.knowledge().document(ada, large.id()).embedded()).isEqualTo(1_000);
    }

    @Test
    void neither_user_waits_for_the_many_small_documents_of_the_other() {
        CollectionId many = collection(ada);
        IntStream.range(0, 400).forEach(small -> added(ada, many, "small " + small));
        added(bob, collection(bob), lines(10 * BATCH).replace("line", "large"));

        core.runDue();

        List<List<String>> ofBob = batches.stream()
                .filter(batch -> batch.getFirst().startsWith("large"))
                .toList();
        assertThat(ofBob).hasSize(10);
        assertThat(batches.subList(0, 21)).containsAll(ofBob);
        assertThat(batches.stream().filter(batch -> batch.getFirst().startsWith("small")))
                .allMatch(batch -> batch.size() == BATCH);
    }

    @Test
    void a_document_that_the_model_refuses_stops_no_other_of_its_batch() {
        CollectionId id = collection(ada);
        Document first = added(ada, id, "first");
        Document refused = added(ada, id, "refused");
        Document last = added(ada, id, "last");

        core.runDue();

        assertThat(core.knowledge().document(ada, first.id()).embedded()).isEqualTo(1);
        assertThat(core.knowledge().document(ada, refused.id()).embedded()).isZero();
        assertThat(core.knowledge().document(ada, last.id()).embedded()).isEqualTo(1);
    }
}
