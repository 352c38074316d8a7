package dev.guildhall.core.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.core.tool.ranking.LearnedQueries;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.search.Embedding;
import dev.guildhall.ports.search.TextEmbedding;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.tool.LearnedQuery;
import dev.guildhall.ports.tool.LearnedQueryStore;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.Given;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class QueryFeedbackTest {
    private static final LearnedQueryStore.Bounds BOUNDS = new LearnedQueryStore.Bounds(30, 20_000);
    private static final ToolName MAIL = new ToolName("google.mail");

    private final Stores stores = InMemoryStores.empty();
    private final QueryFeedback node = node(6_000);
    private final UserId ada = Given.someUser(stores);
    private final UserId bob = Given.someUser(stores);

    private QueryFeedback node(long mostBytes) {
        return new QueryFeedback(stores.learnedQueries(), Optional.empty(), mostBytes);
    }

    private void learn(UserId user, String tool, String query, int second) {
        LearnedQuery learned = new LearnedQuery(user, new ToolName(tool), query, Sample.NOW.plusSeconds(second));
        stores.learnedQueries().add(learned, Optional.empty(), BOUNDS);
    }

    @Test
    void no_query_is_left_out_for_being_old() {
        for (int tool = 0; tool < 250; tool++) {
            for (int i = 0; i < 4; i++) {
                learn(ada, "many.tool" + tool, "query " + i, i);
            }
        }

        assertThat(node.of(ada).size()).isEqualTo(1_000);
    }

    @Test
    void changes_of_other_nodes_count_at_the_next_search() {
        learn(ada, MAIL.value(), "write", 1);
        LearnedQueries first = node.of(ada);
        learn(ada, "google.maps", "where", 2);
        LearnedQueries second = node.of(ada);
        stores.learnedQueries().forget(ada, MAIL);
        LearnedQueries third = node.of(ada);

        assertThat(first.size()).isEqualTo(1);
        assertThat(second.size()).isEqualTo(2);
        assertThat(third.size()).isEqualTo(1);
        assertThat(node.of(ada)).isSameAs(third);
        assertThat(node.of(bob).size()).isZero();
    }

    @Test
    void beyond_the_limit_the_least_recently_used_user_is_read_again() {
        learn(ada, MAIL.value(), "write", 1);
        learn(bob, MAIL.value(), "write", 1);
        LearnedQueries adas = node.of(ada);
        LearnedQueries bobs = node.of(bob);
        UserId cleo = Given.someUser(stores);
        learn(cleo, MAIL.value(), "write", 1);

        node.of(ada);
        node.of(cleo);

        assertThat(node.of(ada)).isSameAs(adas);
        assertThat(node.of(bob)).isNotSameAs(bobs);
        assertThat(node.of(bob).size()).isEqualTo(1);
    }

    @Test
    void a_single_user_beyond_the_limit_stays_cached_during_searches() {
        QueryFeedback narrow = node(1);
        learn(ada, MAIL.value(), "write", 1);
        learn(ada, MAIL.value(), "send", 1);

        assertThat(narrow.of(ada)).isSameAs(narrow.of(ada));
        assertThat(narrow.of(ada).size()).isEqualTo(2);
    }

    @Test
    void a_long_query_needs_more_of_the_limit_than_a_short_one() {
        String words = IntStream.range(0, 60).mapToObj(i -> "word" + i).collect(Collectors.joining(" "));
        learn(ada, MAIL.value(), "write", 1);
        learn(bob, MAIL.value(), words, 1);
        LearnedQueries adas = node.of(ada);

        LearnedQueries bobs = node.of(bob);

        assertThat(bobs.bytes()).isGreaterThan(60 * 100);
        assertThat(node.of(bob)).isSameAs(bobs);
        assertThat(node.of(ada)).isNotSameAs(adas);
    }

    @Test
    void an_embedding_needs_a_byte_for_each_coordinate() {
        TextEmbedding embedding = new TextEmbedding("model", new Embedding(new float[50_000]));
        QueryFeedback byEmbedding = new QueryFeedback(stores.learnedQueries(), Optional.of("model"), 6_000);
        LearnedQuery learned = new LearnedQuery(ada, MAIL, "write", Sample.NOW);
        long without = node.of(ada).bytes();

        stores.learnedQueries().add(learned, Optional.of(embedding), BOUNDS);

        assertThat(byEmbedding.of(ada).bytes()).isGreaterThan(without + 50_000);
    }
}
