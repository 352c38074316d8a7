package dev.guildhall.core.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.FakeEmbedder;
import dev.guildhall.core.Intercepted;
import dev.guildhall.core.agent.Conversing;
import dev.guildhall.core.config.MemoryLimits;
import dev.guildhall.core.inmemory.HashingEmbedder;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.Limit;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryFilter;
import dev.guildhall.ports.memory.MemoryHit;
import dev.guildhall.ports.memory.MemoryQuery;
import dev.guildhall.ports.memory.MemoryStore;
import dev.guildhall.ports.memory.MemoryType;
import dev.guildhall.ports.search.Embedder;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.Given;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class MemorySearchTest {
    private static final ChatId CHAT = new ChatId("chat_1");

    private final Stores stores = InMemoryStores.empty();
    private final MemoryStore store = stores.memories();
    private final UserId ada = Given.someUser(stores);
    private final MemorySearch memorySearch = MemoryStoreFixture.byWords(store);

    private Memory say(String words) {
        return say(words, CHAT);
    }

    private Memory say(String words, ChatId chat) {
        Memory memory = Sample.memory(ada)
                .type(MemoryType.CONVERSATION)
                .content(words)
                .saidIn(chat)
                .build();
        MemoryStoreFixture.keep(store, memory);
        return memory;
    }

    private static MemoryQuery query(String words) {
        return new MemoryQuery(words, MemoryFilter.ALL, new Limit(10));
    }

    private MemorySearch byEmbedding(Embedder embedder) {
        return new MemorySearch(
                InstantSource.system(), store, new MemoryEmbeddings(Optional.of(embedder)), MemoryLimits.DEFAULT);
    }

    private MemorySearch limited(String limit, Object value) {
        return new MemorySearch(
                InstantSource.system(),
                store,
                new MemoryEmbeddings(Optional.empty()),
                Sample.with(MemoryLimits.DEFAULT, limit, value));
    }

    private static MemoryLimits.Index index(long bytes, long bytesOfUser) {
        return Sample.with(Sample.with(MemoryLimits.Index.DEFAULT, "bytes", bytes), "bytesOfUser", bytesOfUser);
    }

    private List<MemoryHit> hits(String query) {
        return memorySearch.search(ada, ada, query(query));
    }

    private List<Memory> found(String query) {
        return hits(query).stream().map(MemoryHit::memory).toList();
    }

    @Test
    void the_answer_beside_the_question_is_found_though_it_shares_no_word_with_the_query() {
        Memory question = say("Tim: Which instrument did you learn as a child?");
        Memory answer = say("Sofia: The violin, for five years");
        say("Tim: Lovely.");
        say("Tim: Rain again", new ChatId("chat_2"));

        assertThat(found("What instrument did somebody learn?")).startsWith(question, answer);
    }

    @Test
    void a_speaker_that_the_query_names_ranks_before_others_with_the_same_words() {
        Memory tim = say("Tim: I sold my bicycle yesterday afternoon", new ChatId("chat_1"));
        Memory sofia = say("Sofia: I sold my bicycle yesterday afternoon", new ChatId("chat_2"));
        for (int i = 0; i < 3; i++) {
            say("Tim: Hello Sofia, nice weather", new ChatId("chat_a" + i));
            say("Sofia: Hello Tim, nice weather", new ChatId("chat_b" + i));
        }

        assertThat(found("When did Sofia sell the bicycle?")).startsWith(sofia, tim);
        assertThat(found("When did Tim sell the bicycle?")).startsWith(tim, sofia);
    }

    @Test
    void a_question_for_a_time_prefers_a_turn_that_names_one() {
        Memory without = say("We painted the kitchen green, it is great", new ChatId("chat_1"));
        Memory with = say("We painted the kitchen yesterday, it is great", new ChatId("chat_2"));

        assertThat(found("When was the kitchen painted?")).containsExactly(with, without);
    }

    @Test
    void a_statement_ranks_before_a_question_with_the_same_words() {
        Memory asks = say("Did you ever paint the old kitchen yellow?", new ChatId("chat_1"));
        Memory states = say("We did paint the old kitchen yellow, ever so nicely", new ChatId("chat_2"));
        say("Did you?", new ChatId("chat_3"));

        assertThat(found("Who will paint the kitchen?")).containsExactly(states, asks);
    }

    @Test
    void a_memory_of_no_conversation_does_not_rank_after_turns_with_the_same_words() {
        Memory fact =
                Sample.memory(ada).content("Plays the violin in an orchestra").build();
        MemoryStoreFixture.keep(store, fact);
        say("Plays the violin in an orchestra", CHAT);

        List<MemoryHit> hits = hits("violin");

        assertThat(hits).hasSize(2).extracting(MemoryHit::memory).contains(fact);
        assertThat(hits.getFirst().score()).isEqualTo(hits.getLast().score());
    }

    @Test
    void other_forms_of_a_word_are_the_same_word() {
        Memory bought = say("I bought two books in Sept");
        say("Nothing at all", new ChatId("chat_2"));

        assertThat(found("buying a book")).containsExactly(bought);
        assertThat(found("what happened in September")).containsExactly(bought);
    }

    @Test
    void a_filter_excludes_hits_but_their_words_count_for_neighbours() {
        Memory question = say("Which instrument did you learn?");
        Memory answer = Sample.memory(ada)
                .type(MemoryType.CONVERSATION)
                .content("The violin")
                .saidIn(CHAT)
                .tags("music")
                .build();
        MemoryStoreFixture.keep(store, answer);
        MemoryFilter music = new MemoryFilter(Optional.empty(), Optional.empty(), List.of("music"));

        List<MemoryHit> hits = memorySearch.search(ada, ada, new MemoryQuery("instrument", music, new Limit(10)));

        assertThat(hits).extracting(MemoryHit::memory).containsExactly(answer);
        assertThat(hits.getFirst().parts().words()).isZero();
        assertThat(hits.getFirst().parts().neighbours()).isPositive();
        assertThat(found("instrument")).startsWith(question);
    }

    @Test
    void a_search_without_matches_finds_nothing() {
        say("We painted the kitchen");

        assertThat(found("quantum chromodynamics")).isEmpty();
        assertThat(found("?!")).isEmpty();
    }

    @Test
    void scores_go_down_from_one_at_most_and_parts_are_shares() {
        say("We painted the kitchen green");
        say("The kitchen is too small");
        say("Green is the colour of hope");

        List<MemoryHit> hits = hits("green kitchen");

        assertThat(hits).hasSize(3);
        assertThat(hits).extracting(MemoryHit::score).isSortedAccordingTo((one, other) -> Double.compare(other, one));
        assertThat(hits)
                .allSatisfy(hit -> assertThat(List.of(
                                hit.score(),
                                hit.parts().words(),
                                hit.parts().similarity(),
                                hit.parts().neighbours(),
                                hit.parts().conversation()))
                        .allMatch(share -> share >= 0 && share <= 1));
    }

    @Test
    void a_superseded_memory_is_not_found_even_when_its_successor_is_deleted() {
        Memory old = say("I live in Rome");
        Memory now = say("I live in Oslo");
        assertThat(found("live")).hasSize(2);
        store.update(old.supersededBy(now.id()));
        assertThat(found("live")).containsExactly(now);

        store.forget(ada, now.id());

        assertThat(found("live")).isEmpty();
        assertThat(store.ids(ada)).isEmpty();
    }

    @Test
    void words_alone_count_for_what_has_no_meaning_yet() {
        MemorySearch mixed = byEmbedding(new HashingEmbedder());
        Memory painted = say("We painted the kitchen");

        assertThat(mixed.search(ada, ada, query("kitchen")))
                .extracting(MemoryHit::memory)
                .containsExactly(painted);
    }

    @Test
    void changes_are_read_in_steps() {
        MemorySearch small = limited("changesAtOnce", 2);
        for (int i = 0; i < 7; i++) {
            say("kitchen number " + i);
        }

        assertThat(small.search(ada, ada, query("kitchen"))).hasSize(7);
    }

    @Test
    void indexes_have_a_bound_in_bytes_and_those_given_up_are_built_again() {
        MemorySearch small = limited("index", index(30_000, 30_000));
        MemoryQuery kitchen = query("kitchen");
        say("the kitchen");
        List<UserId> others = List.of(Given.someUser(stores), Given.someUser(stores), Given.someUser(stores));

        assertThat(small.search(ada, ada, kitchen)).hasSize(1);
        others.forEach(other -> small.search(other, other, kitchen));

        assertThat(small.usersHeld()).isEqualTo(2);
        assertThat(small.search(ada, ada, kitchen)).hasSize(1);
    }

    @Test
    void an_index_that_is_too_large_for_one_user_is_not_held_and_its_memories_are_found() {
        MemorySearch small = limited("index", index(1_000_000, 1_000));
        Memory asks = say("Tim: Which instrument did you learn?");
        Memory replies = say("Sofia: The violin");
        say("Sofia: Nothing else");

        assertThat(small.search(ada, ada, query("instrument")))
                .isEqualTo(hits("instrument"))
                .extracting(MemoryHit::memory)
                .startsWith(asks, replies);
    }

    @Test
    void a_search_embeds_the_latest_memories_first_and_a_glance_does_not() {
        say("I play the violin");
        MemorySearch mixed = byEmbedding(new HashingEmbedder());
        MemoryQuery query = query("violin");

        List<MemoryHit> seen = hits(mixed.glance(ada, ada, query));
        boolean known = isUnderstood();
        List<MemoryHit> found = mixed.search(ada, ada, query);

        assertThat(seen).hasSize(1);
        assertThat(known).isFalse();
        assertThat(found).hasSize(1);
        assertThat(isUnderstood()).isTrue();
    }

    private boolean isUnderstood() {
        return store.changedSince(ada, 0, 10).stream()
                .allMatch(memory -> memory.embedding().isPresent());
    }

    @Test
    @Timeout(30)
    void a_glance_does_not_wait_for_many_concurrent_ones() throws Exception {
        say("I play the violin");
        CountDownLatch asking = new CountDownLatch(8);
        CountDownLatch answer = new CountDownLatch(1);
        MemorySearch slow = byEmbedding(new FakeEmbedder("slow", texts -> {
            asking.countDown();
            Conversing.awaitQuietly(answer);
        }));
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<List<MemorySearch.Placed>>> waiting = IntStream.range(0, 8)
                    .mapToObj(i -> threads.submit(() -> slow.glance(ada, ada, query("violin " + i))))
                    .toList();
            asking.await();

            List<MemoryHit> hits = hits(slow.glance(ada, ada, query("violin")));
            answer.countDown();

            assertThat(hits).hasSize(1);
            for (Future<List<MemorySearch.Placed>> one : waiting) {
                assertThat(one.get()).hasSize(1);
            }
        }
    }

    private static List<MemoryHit> hits(List<MemorySearch.Placed> placed) {
        return placed.stream().map(MemorySearch.Placed::hit).toList();
    }

    /** A search that counts how often all ids are read; the best hit alone is asked for, so that no other takes its place. */
    private int idsReadAfter(Consumer<List<Memory>> deletion) {
        AtomicInteger idsRead = new AtomicInteger();
        MemoryStore observed = Intercepted.before(MemoryStore.class, store, (method, arguments) -> {
            if (method.getName().equals("ids")) {
                idsRead.incrementAndGet();
            }
        });
        MemorySearch search = MemoryStoreFixture.byWords(observed);
        MemoryQuery best = new MemoryQuery("green kitchen", MemoryFilter.ALL, new Limit(1));
        Memory plain = say("We painted the kitchen");
        Memory green = say("We painted the green kitchen", new ChatId("chat_green"));
        assertThat(search.search(ada, ada, best)).extracting(MemoryHit::memory).containsExactly(green);

        deletion.accept(List.of(plain, green));

        assertThat(search.search(ada, ada, best)).extracting(MemoryHit::memory).containsExactly(plain);
        return idsRead.get();
    }

    @Test
    void a_deletion_does_not_make_a_search_read_all_ids() {
        assertThat(idsReadAfter(said -> store.forget(ada, said.getLast().id()))).isZero();
    }

    @Test
    void a_search_reads_all_ids_when_the_store_has_forgotten_which_memories_were_deleted() {
        ChatId other = new ChatId("chat_other");

        int idsRead = idsReadAfter(said -> {
            store.forget(ada, said.getLast().id());
            for (int i = 0; i < MemoryStore.DELETIONS_KEPT; i++) {
                say("something else " + i, other);
            }
            store.forgetConversation(ada, other);
        });

        assertThat(idsRead).isEqualTo(1);
    }
}
