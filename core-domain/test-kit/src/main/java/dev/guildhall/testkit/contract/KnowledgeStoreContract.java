package dev.guildhall.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.file.FileName;
import dev.guildhall.ports.group.Audience;
import dev.guildhall.ports.knowledge.CollectionId;
import dev.guildhall.ports.knowledge.Document;
import dev.guildhall.ports.knowledge.DocumentId;
import dev.guildhall.ports.knowledge.DocumentStatus;
import dev.guildhall.ports.knowledge.KnowledgeCollection;
import dev.guildhall.ports.knowledge.KnowledgeStore;
import dev.guildhall.ports.knowledge.KnowledgeStore.Claim;
import dev.guildhall.ports.knowledge.KnowledgeStore.Work;
import dev.guildhall.ports.knowledge.NewCollection;
import dev.guildhall.ports.knowledge.Passage;
import dev.guildhall.ports.run.Sha256;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.testkit.Sample;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What every {@link KnowledgeStore} does. */
public interface KnowledgeStoreContract {
    String MODEL = "model";
    Instant NOW = Sample.NOW;
    Instant UNTIL = NOW.plus(Duration.ofSeconds(30));

    Stores stores();

    private KnowledgeStore store() {
        return stores().knowledge();
    }

    private KnowledgeCollection collection(UserId owner) {
        KnowledgeCollection made = new KnowledgeCollection(
                new CollectionId(Sample.id("col")),
                owner,
                Optional.empty(),
                "Größe",
                "",
                Audience.PRIVATE,
                0,
                NOW,
                NOW);
        assertThat(store().add(made, 10)).isTrue();
        return made;
    }

    private Document document(KnowledgeCollection collection) {
        DocumentId id = new DocumentId(Sample.id("doc"));
        Document made = new Document(
                id,
                collection.id(),
                collection.owner(),
                Optional.empty(),
                new FileName("a.pdf"),
                5,
                "application/pdf",
                Sha256.of(id.value()),
                DocumentStatus.INDEXING,
                Optional.empty(),
                0,
                0,
                0,
                NOW);
        assertThat(store().add(made, 10)).isTrue();
        return made;
    }

    /** The claim of that document; other tests' documents are claimed too. */
    private Claim claim(Work work, Document wanted, Instant now) {
        for (int i = 0; i < 1_000; i++) {
            Instant until = now.plus(Duration.ofSeconds(30));
            Claim claim = store().claim(work, MODEL, Optional.empty(), 1, now, until)
                    .getFirst();
            if (claim.document().id().equals(wanted.id())) {
                return claim;
            }
        }
        throw new AssertionError("the document was not claimed");
    }

    private static List<Passage> passages(Document document) {
        return List.of(
                new Passage(document.id(), 0, Optional.of(1), "Heading", "first"),
                new Passage(document.id(), 1, Optional.of(2), "", "second"),
                new Passage(document.id(), 2, Optional.empty(), "", "third"));
    }

    /** A new document that waits for its embeddings. */
    private DocumentId waiting(KnowledgeCollection collection, int passages) {
        Document document = document(collection);
        List<Passage> all = IntStream.range(0, passages)
                .mapToObj(number -> new Passage(document.id(), number, Optional.empty(), "", "text"))
                .toList();
        assertThat(store().putPassages(claim(Work.WORDS, document, NOW), 1, all, new byte[0]))
                .isTrue();
        return document.id();
    }

    /** Which documents have the next turns, until all is embedded; the turns of documents of other tests are left out. */
    private List<List<DocumentId>> turns(Set<DocumentId> ours, int most) {
        List<List<DocumentId>> turns = new ArrayList<>();
        Optional<UserId> last = Optional.empty();
        for (int i = 0; i < 1_000; i++) {
            List<Claim> claims = store().claim(Work.MEANING, MODEL, last, most, NOW, UNTIL);
            if (claims.isEmpty()) {
                return turns;
            }
            last = Optional.of(claims.getFirst().document().owner());
            assertThat(claims).extracting(claim -> claim.document().owner()).containsOnly(last.get());
            if (ours.contains(claims.getFirst().document().id())) {
                claims.forEach(claim -> embed(claim, most));
                turns.add(claims.stream().map(claim -> claim.document().id()).toList());
            }
        }
        throw new AssertionError("there is no end of turns");
    }

    private void embed(Claim claim, int most) {
        int from = claim.document().embedded();
        int count = Math.min(most, claim.document().passages() - from);
        assertThat(store().putEmbeddings(claim, MODEL, from, count, new byte[] {1}, NOW))
                .isTrue();
    }

    @Test
    default void neither_a_large_document_nor_many_small_ones_hold_up_another_user() {
        List<UserId> users = Stream.generate(() -> Given.someUser(stores()))
                .limit(3)
                .sorted(Comparator.comparing(UserId::value))
                .toList();
        DocumentId large = waiting(collection(users.getFirst()), 5);
        KnowledgeCollection many = collection(users.get(1));
        List<DocumentId> small =
                Stream.generate(() -> waiting(many, 1)).limit(5).toList();
        DocumentId note = waiting(collection(users.getLast()), 1);
        Set<DocumentId> ours = new HashSet<>(small);
        ours.addAll(Set.of(large, note));

        List<List<DocumentId>> turns = turns(ours, 2);

        assertThat(turns)
                .containsExactly(
                        List.of(large),
                        small.subList(0, 2),
                        List.of(note),
                        List.of(large),
                        small.subList(2, 4),
                        List.of(large),
                        small.subList(4, 5));
        assertThat(store().find(large).orElseThrow().embedded()).isEqualTo(5);
    }

    @Test
    default void documents_of_a_user_share_a_turn_when_their_passages_fit() {
        KnowledgeCollection collection = collection(Given.someUser(stores()));
        DocumentId large = waiting(collection, 6);
        DocumentId first = waiting(collection, 1);
        DocumentId second = waiting(collection, 1);
        DocumentId third = waiting(collection, 2);

        List<List<DocumentId>> turns = turns(Set.of(large, first, second, third), 4);

        assertThat(turns).containsExactly(List.of(large), List.of(large, first, second), List.of(third));
    }

    @Test
    default void concurrent_turns_have_different_documents() throws Exception {
        turns(Set.of(), 8);
        KnowledgeCollection collection = collection(Given.someUser(stores()));
        List<DocumentId> small =
                Stream.generate(() -> waiting(collection, 1)).limit(8).toList();

        Callable<List<Claim>> turn = () -> store().claim(Work.MEANING, MODEL, Optional.empty(), 2, NOW, UNTIL);
        List<List<Claim>> turns = AtOnce.run(Collections.nCopies(6, turn));

        List<DocumentId> claimed = turns.stream()
                .flatMap(List::stream)
                .map(claim -> claim.document().id())
                .toList();
        assertThat(claimed).doesNotHaveDuplicates().isSubsetOf(small).isNotEmpty();
    }

    @Test
    default void another_node_continues_after_the_last_batch_of_a_failed_one() {
        Document document = document(collection(Given.someUser(stores())));
        store().putPassages(claim(Work.WORDS, document, NOW), 1, passages(document), new byte[0]);
        store().putEmbeddings(claim(Work.MEANING, document, NOW), MODEL, 0, 1, new byte[] {1}, NOW);
        Claim failed = claim(Work.MEANING, document, NOW);

        Claim next = claim(Work.MEANING, document, UNTIL);

        assertThat(next.document().embedded()).isEqualTo(1);
        assertThat(store().putEmbeddings(failed, MODEL, 1, 2, new byte[] {2}, UNTIL))
                .isFalse();
        assertThat(store().putEmbeddings(next, MODEL, 1, 2, new byte[] {3}, UNTIL))
                .isTrue();
    }

    @Test
    default void a_collection_is_read_unchanged_with_the_number_of_its_documents() {
        UserId owner = Given.someUser(stores());
        KnowledgeCollection made = collection(owner);
        document(made);

        KnowledgeCollection found = store().find(made.id()).orElseThrow();

        assertThat(found.documents()).isEqualTo(1);
        assertThat(found.name()).isEqualTo("Größe");
        assertThat(store().bytesOf(owner)).isEqualTo(5);
        assertThat(store().add(made, 1)).isFalse();
    }

    @Test
    default void an_indexed_document_is_searchable_and_its_passages_are_read() {
        KnowledgeCollection collection = collection(Given.someUser(stores()));
        Document document = document(collection);

        Claim words = claim(Work.WORDS, document, NOW);
        assertThat(store().progress(words, 1, UNTIL)).isTrue();
        assertThat(store().putPassages(words, 2, passages(document), new byte[] {1, 2})).isTrue();
        Claim meaning = claim(Work.MEANING, document, NOW);
        assertThat(store().putEmbeddings(meaning, MODEL, 0, 2, new byte[] {3}, UNTIL)).isTrue();
        assertThat(store().putEmbeddings(meaning, MODEL, 2, 1, new byte[] {4}, UNTIL)).isTrue();

        Document indexed = store().find(document.id()).orElseThrow();
        assertThat(indexed.status()).isEqualTo(DocumentStatus.READY);
        assertThat(indexed.pages()).isEqualTo(2);
        assertThat(indexed.embedded()).isEqualTo(3);
        assertThat(store().searchable(List.of(collection.id()), MODEL))
                .containsExactly(new KnowledgeStore.Searchable(document.id(), "a.pdf", 3, 3));
        assertThat(store().words(List.of(document.id())).get(document.id())).containsExactly(1, 2);
        assertThat(store().embeddings(List.of(document.id()), MODEL).get(document.id()))
                .containsExactly(new byte[] {3}, new byte[] {4});
        assertThat(store().passages(document.id(), 1, 5)).containsExactlyElementsOf(passages(document).subList(1, 3));
        assertThat(store().page(document.id(), 2, 5)).containsExactly(passages(document).get(1));
        assertThat(store().passages(Map.of(document.id(), Set.of(0, 9))))
                .containsExactly(passages(document).getFirst());
    }

    @Test
    default void a_claim_that_was_lost_writes_nothing() {
        Document document = document(collection(Given.someUser(stores())));
        Claim lost = claim(Work.WORDS, document, NOW);
        Claim taken = claim(Work.WORDS, document, UNTIL.plusSeconds(1));

        assertThat(taken.attempt()).isEqualTo(lost.attempt() + 1);
        assertThat(store().progress(lost, 1, UNTIL)).isFalse();
        assertThat(store().putPassages(lost, 1, passages(document), new byte[0])).isFalse();
        store().fail(taken, "broken");
        assertThat(store().find(document.id()).orElseThrow().error()).contains("broken");
    }

    @Test
    default void embeddings_of_another_model_are_computed_again() {
        KnowledgeCollection collection = collection(Given.someUser(stores()));
        Document document = document(collection);
        store().putPassages(claim(Work.WORDS, document, NOW), 1, passages(document), new byte[0]);
        store().putEmbeddings(claim(Work.MEANING, document, NOW), "other", 0, 3, new byte[] {1}, UNTIL);

        Claim again = claim(Work.MEANING, document, NOW);

        assertThat(again.document().embedded()).isZero();
        assertThat(store().searchable(List.of(collection.id()), MODEL))
                .extracting(KnowledgeStore.Searchable::embedded)
                .containsExactly(0);
    }

    @Test
    default void a_removed_collection_takes_its_documents_along_in_steps() {
        KnowledgeCollection collection = collection(Given.someUser(stores()));
        Document first = document(collection);
        Document second = document(collection);

        assertThat(store().remove(collection.id(), 2)).isFalse();
        assertThat(store().remove(collection.id(), 2)).isTrue();

        assertThat(store().find(collection.id())).isEmpty();
        assertThat(store().find(first.id())).isEmpty();
        assertThat(store().inUse(Set.of(second.sha256()))).isEmpty();
    }

    @Test
    default void collections_of_an_owner_whose_account_was_removed_are_private() {
        UserId owner = Given.someUser(stores());
        KnowledgeCollection common = collection(owner);
        store().change(common.described(new NewCollection("all", "", Audience.EVERYONE), common.updatedAt()));

        stores().removeAccount(owner);

        assertThat(store().find(common.id()))
                .get()
                .extracting(KnowledgeCollection::audience)
                .isEqualTo(Audience.PRIVATE);
    }

    @Test
    default void the_erasure_of_a_user_removes_collections_and_documents() {
        UserId owner = Given.someUser(stores());
        Document document = document(collection(owner));

        assertThat(store().erase(owner, 100)).isPositive();
        assertThat(store().erase(owner, 100)).isZero();

        assertThat(store().find(document.id())).isEmpty();
    }
}
