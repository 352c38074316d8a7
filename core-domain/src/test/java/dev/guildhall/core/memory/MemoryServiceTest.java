package dev.guildhall.core.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Limits;
import dev.guildhall.core.Refused;
import dev.guildhall.core.config.MemoryLimits;
import dev.guildhall.core.inmemory.HashingEmbedder;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.memory.IndexedMemory;
import dev.guildhall.ports.memory.Memory;
import dev.guildhall.ports.memory.MemoryFilter;
import dev.guildhall.ports.memory.MemoryId;
import dev.guildhall.ports.memory.MemoryQuery;
import dev.guildhall.ports.memory.MemoryStore;
import dev.guildhall.ports.memory.MemoryType;
import dev.guildhall.ports.memory.NewMemory;
import dev.guildhall.ports.problem.AgentProblem;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.search.Embedding;
import dev.guildhall.testkit.Sample;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MemoryServiceTest {
    private final MemoryFixture ada = new MemoryFixture(
            parts -> parts.embedder(new HashingEmbedder()).adminEmails(Set.of(new Email("root@example.org"))));
    private final Caller.User bob = ada.installation().someone();

    private NewMemory fact(UserId userId, String words, double importance, String... tags) {
        return new NewMemory(userId, MemoryType.LONG_TERM, words, importance, List.of(tags), Optional.empty());
    }

    private List<Memory> stored() {
        MemoryStore store = ada.installation().stores().memories();
        return store.find(store.ids(ada.user().userId()));
    }

    @Test
    void memories_are_listed_newest_first() {
        Memory first = ada.fact("likes tea");
        Memory second = ada.said("chat_1", "I am back");

        assertThat(ada.all()).containsExactly(second, first);
    }

    @Test
    void a_fact_with_the_same_words_is_merged_with_the_existing_one() {
        UserId user = ada.user().userId();
        Memory first = ada.memories().remember(ada.user(), fact(user, "Likes tea.", 0.9, "drinks"));

        Memory again = ada.memories().remember(ada.user(), fact(user, "likes  TEA", 0.2, "food"));

        assertThat(again.id()).isEqualTo(first.id());
        assertThat(again.importance()).isEqualTo(0.9);
        assertThat(again.tags()).containsExactly("drinks", "food");
        assertThat(ada.all()).containsExactly(again);
    }

    @Test
    void a_memory_that_is_corrected_to_the_words_of_another_is_superseded_by_that_one() {
        Memory tea = ada.fact("likes tea");
        Memory coffee = ada.fact("likes coffee");

        Memory now = ada.memories().correct(ada.user(), coffee.id(), "Likes tea!");

        assertThat(now.id()).isEqualTo(tea.id());
        assertThat(ada.all()).containsExactly(tea);
        assertThat(stored()).contains(coffee.supersededBy(tea.id()));
    }

    @Test
    void a_memory_that_is_corrected_to_its_own_words_stays() {
        Memory tea = ada.fact("likes tea");

        assertThat(ada.memories().correct(ada.user(), tea.id(), "Likes TEA")).isEqualTo(tea);
        assertThat(ada.all()).containsExactly(tea);
    }

    @Test
    void a_memory_that_was_also_stored_separately_survives_its_conversation() {
        Memory said = ada.factIn("chat_1", "likes tea");
        Memory posted = ada.fact("Likes tea!");

        int forgotten = ada.memories().forgetConversation(ada.user(), ada.user().userId(), new ChatId("chat_1"));

        assertThat(posted.id()).isEqualTo(said.id());
        assertThat(posted.chatId()).isEmpty();
        assertThat(forgotten).isZero();
        assertThat(ada.all()).containsExactly(posted);
    }

    @Test
    void a_separately_stored_memory_stays_separate_when_a_conversation_repeats_it() {
        Memory posted = ada.fact("likes tea");

        Memory said = ada.factIn("chat_1", "likes tea");

        assertThat(said).isEqualTo(posted);
        assertThat(ada.all()).containsExactly(posted);
    }

    @Test
    void a_fact_of_two_conversations_is_deleted_with_each_separately() {
        ada.factIn("chat_1", "likes tea");
        Memory other = ada.factIn("chat_2", "likes tea");
        Memory again = ada.factIn("chat_2", "likes tea");

        ada.memories().forgetConversation(ada.user(), ada.user().userId(), new ChatId("chat_1"));

        assertThat(again).isEqualTo(other);
        assertThat(ada.all()).containsExactly(other);
    }

    @Test
    void turns_that_say_the_same_are_all_kept() {
        ada.said("chat_1", "Thanks!");
        ada.said("chat_1", "Thanks!");

        assertThat(ada.all()).hasSize(2);
    }

    @Test
    void a_memory_beyond_the_limit_is_refused_and_not_stored() {
        MemoryFixture full = new MemoryFixture(parts ->
                parts.limits(Limits.DEFAULT.withMemory(Sample.with(MemoryLimits.DEFAULT, "memoriesOfUser", 1))));
        full.fact("one");

        assertThat(Refused.by(() -> full.fact("two"))).isEqualTo(new AgentProblem.MemoryFull(1));
        assertThat(full.fact("One!")).isEqualTo(full.all().getFirst());
        assertThat(full.all()).hasSize(1);
    }

    @Test
    void another_user_does_not_reach_a_users_memories() {
        UserId user = ada.user().userId();
        Memory memory = ada.said("chat_1", "my secret");
        MemoryQuery query = new MemoryQuery("secret", MemoryFilter.ALL, MemoryQuery.DEFAULT_LIMIT);

        assertThat(List.of(
                        Refused.by(() -> ada.memories().remember(bob, fact(user, "x", 0.5))),
                        Refused.by(() -> ada.memories().list(bob, user, MemoryFilter.ALL, PageRequest.first())),
                        Refused.by(() -> ada.memories().search(bob, user, query)),
                        Refused.by(() -> ada.memories().summary(bob, user, MemoryFilter.ALL)),
                        Refused.by(() -> ada.memories().forgetConversation(bob, user, new ChatId("chat_1")))))
                .allSatisfy(problem -> assertThat(problem).isInstanceOf(CommonProblem.Forbidden.class));
        assertThat(Refused.by(() -> ada.memories().forget(bob, memory.id())))
                .isEqualTo(new CommonProblem.NotFound("memory"));
        assertThat(Refused.by(() -> ada.memories().search(Caller.anonymous(), user, query)))
                .isInstanceOf(CommonProblem.Unauthenticated.class);
        assertThat(ada.all()).containsExactly(memory);
    }

    @Test
    void an_admin_reaches_them_but_stores_no_memory_of_an_unknown_user() {
        Caller.User root = ada.installation().bearer(ada.installation().register("root@example.org"));
        Memory memory = ada.fact("likes tea");

        ada.memories().forget(root, memory.id());

        assertThat(ada.all()).isEmpty();
        assertThat(Refused.by(() -> ada.memories().remember(root, fact(new UserId("usr_unknown"), "x", 0.5))))
                .isEqualTo(new CommonProblem.NotFound("user"));
    }

    @Test
    void an_unknown_user_is_not_found_for_an_admin_and_forbidden_for_others() {
        Caller.User root = ada.installation().bearer(ada.installation().register("root@example.org"));
        UserId unknown = new UserId("usr_unknown");
        MemoryQuery tea = new MemoryQuery("tea", MemoryFilter.ALL, MemoryQuery.DEFAULT_LIMIT);

        assertThat(List.of(
                        Refused.by(() -> ada.memories().list(root, unknown, MemoryFilter.ALL, PageRequest.first())),
                        Refused.by(() -> ada.memories().search(root, unknown, tea)),
                        Refused.by(() -> ada.memories().summary(root, unknown, MemoryFilter.ALL)),
                        Refused.by(() -> ada.memories().forgetConversation(root, unknown, new ChatId("chat_1")))))
                .containsOnly(new CommonProblem.NotFound("user"));
        assertThat(Refused.by(() -> ada.memories().list(bob, unknown, MemoryFilter.ALL, PageRequest.first())))
                .isInstanceOf(CommonProblem.Forbidden.class);
        assertThat(ada.memories()
                        .list(root, ada.user().userId(), MemoryFilter.ALL, PageRequest.first())
                        .total()
                        .value())
                .isZero();
    }

    @Test
    void a_removed_query_is_not_found_any_more() {
        Memory fact = ada.fact("allergic to peanuts");
        ada.said("chat_1", "I hate peanuts");
        ada.said("chat_2", "peanuts are fine");
        assertThat(ada.found("peanuts")).hasSize(3);

        ada.memories().forget(ada.user(), fact.id());
        int forgotten = ada.memories().forgetConversation(ada.user(), ada.user().userId(), new ChatId("chat_1"));

        assertThat(forgotten).isEqualTo(1);
        assertThat(ada.found("peanuts")).containsExactly("peanuts are fine");
        assertThat(Refused.by(() -> ada.memories().forget(ada.user(), fact.id())))
                .isEqualTo(new CommonProblem.NotFound("memory"));
        assertThat(Refused.by(() -> ada.memories().forget(ada.user(), new MemoryId("mem_none"))))
                .isEqualTo(new CommonProblem.NotFound("memory"));
    }

    @Test
    void the_embedding_of_a_turn_combines_it_with_the_one_before() {
        ada.said("chat_1", "Sofia: Which instrument do you play?");
        ada.said("chat_1", "Rosalind: The violin");

        HashingEmbedder embedder = new HashingEmbedder();
        float alone = embedder.embed(List.of("The violin")).getFirst().cosine(embedding(1));
        float question = embedder.embed(List.of("instrument")).getFirst().cosine(embedding(1));
        float name = embedder.embed(List.of("Rosalind")).getFirst().cosine(embedding(1));

        assertThat(alone).isGreaterThan(question);
        assertThat(question).isPositive();
        assertThat(name).isZero();
    }

    private Embedding embedding(int position) {
        IndexedMemory.StoredEmbedding embedding = ada.installation()
                .stores()
                .memories()
                .changedSince(ada.user().userId(), 0, 100)
                .get(position)
                .embedding()
                .orElseThrow();
        byte[] values = embedding.embedding().values();
        float[] coordinates = new float[values.length];
        for (int i = 0; i < values.length; i++) {
            coordinates[i] = values[i];
        }
        return new Embedding(coordinates);
    }
}
