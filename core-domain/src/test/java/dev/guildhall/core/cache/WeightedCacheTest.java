package dev.guildhall.core.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WeightedCacheTest {
    private final WeightedCache<String, StringBuilder> cache = new WeightedCache<>(10);
    private final List<String> created = new ArrayList<>();

    private StringBuilder get(String key) {
        return cache.get(key, fresh -> {
            created.add(fresh);
            return new StringBuilder(fresh);
        });
    }

    private void put(String key, long weight) {
        cache.weigh(key, get(key), weight);
    }

    /** The keys that the cache has dropped, of those; gets none of the others a second time. */
    private List<String> dropped(String... keys) {
        created.clear();
        for (String key : keys) {
            get(key);
        }
        return created;
    }

    @Test
    void values_that_together_weigh_the_most_stay() {
        put("a", 4);
        put("b", 6);

        assertThat(cache.size()).isEqualTo(2);
        assertThat(dropped("a", "b")).isEmpty();
    }

    @Test
    void the_least_recently_used_values_are_dropped_until_the_others_fit() {
        put("a", 3);
        put("b", 3);
        put("c", 3);
        get("a");

        put("d", 7);

        assertThat(dropped("a", "d")).isEmpty();
        assertThat(dropped("b", "c")).containsExactly("b", "c");
    }

    @Test
    void a_value_that_grows_counts_with_its_new_weight() {
        put("a", 2);
        put("b", 2);
        put("b", 8);
        assertThat(cache.size()).isEqualTo(2);

        put("b", 9);

        assertThat(cache.size()).isEqualTo(1);
        assertThat(dropped("b")).isEmpty();
    }

    @Test
    void a_value_that_shrinks_makes_room() {
        put("a", 9);
        put("a", 1);

        put("b", 9);

        assertThat(dropped("a", "b")).isEmpty();
    }

    @Test
    void a_dropped_value_does_not_count_any_more() {
        put("a", 9);
        put("b", 9);
        put("c", 1);

        assertThat(dropped("b", "c")).isEmpty();
    }

    @Test
    void the_last_value_stays_however_much_it_weighs() {
        put("a", 1);

        put("b", 1_000);

        assertThat(cache.size()).isEqualTo(1);
        assertThat(dropped("b")).isEmpty();
    }

    @Test
    void the_weight_of_a_value_that_was_dropped_or_replaced_is_ignored() {
        StringBuilder old = get("a");
        cache.weigh("a", old, 5);
        put("b", 10);
        cache.weigh("a", old, 5);
        assertThat(cache.size()).isEqualTo(1);

        StringBuilder fresh = get("a");
        cache.weigh("a", old, 100);

        assertThat(fresh).isNotSameAs(old);
        assertThat(dropped("b", "a")).isEmpty();
    }
}
