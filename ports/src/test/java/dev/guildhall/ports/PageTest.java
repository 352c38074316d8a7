package dev.guildhall.ports;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PageTest {
    private static final Limit TWO = new Limit(2);

    private static Page<UserId> cut(String... ids) {
        return Page.cut(List.of(ids).stream().map(UserId::new).toList(), TWO, Function.identity());
    }

    @Test
    void a_list_that_fits_is_the_last_page() {
        assertThat(cut().next()).isEmpty();
        assertThat(cut("c").next()).isEmpty();
        assertThat(cut("c", "b").next()).isEmpty();
        assertThat(cut("c", "b").items()).hasSize(2);
    }

    @Test
    void one_additional_item_shows_that_there_is_a_next_page() {
        Page<UserId> page = cut("c", "b", "a");

        assertThat(page.items()).extracting(UserId::value).containsExactly("c", "b");
        assertThat(page.next()).contains(new Cursor("b"));
    }

    private static Page<UserId> newestFirst(Optional<String> behind, String... ids) {
        PageRequest request = new PageRequest(TWO, behind.map(Cursor::new));
        return Page.newestFirst(List.of(ids).stream().map(UserId::new).toList(), request, Function.identity());
    }

    @Test
    void a_list_in_memory_has_pages_in_latest_first_order_without_gaps() {
        Page<UserId> first = newestFirst(Optional.empty(), "b", "d", "a", "c");
        Page<UserId> second = newestFirst(first.next().map(Cursor::lastId), "b", "d", "a", "c");

        assertThat(first.items()).extracting(UserId::value).containsExactly("d", "c");
        assertThat(second.items()).extracting(UserId::value).containsExactly("b", "a");
        assertThat(second.next()).isEmpty();
    }

    @Test
    void a_page_continues_after_a_removed_item_and_leaves_out_newer_items() {
        Page<UserId> page = newestFirst(Optional.of("c"), "e", "d", "b", "a");

        assertThat(page.items()).extracting(UserId::value).containsExactly("b", "a");
        assertThat(page.next()).isEmpty();
    }

    @Test
    void there_is_no_page_after_the_oldest_item_or_in_an_empty_list() {
        assertThat(newestFirst(Optional.of("a"), "b", "a")).isEqualTo(new Page<>(List.of(), Optional.empty()));
        assertThat(newestFirst(Optional.empty())).isEqualTo(new Page<>(List.of(), Optional.empty()));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 201, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void a_limit_out_of_range_is_refused(int limit) {
        assertThat(Violated.fieldsOf(() -> new Limit(limit))).containsExactly("limit");
    }

    @Test
    void a_limit_at_the_edge_is_accepted() {
        assertThat(List.of(new Limit(1), new Limit(200)))
                .extracting(Limit::value)
                .containsExactly(1, 200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "usr 1", "usr_é", "usr\n", "usr\u007f", "\u0000"})
    void an_identifier_of_other_characters_is_refused(String id) {
        assertThat(Violated.fieldsOf(() -> new UserId(id))).containsExactly("userId");
    }
}
