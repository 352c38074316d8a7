package dev.guildhall.core.inmemory.defaults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.Id;
import dev.guildhall.ports.UserId;
import dev.guildhall.testkit.ManualTicker;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.AtOnce;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TimeOrderedIdsTest {
    private final ManualTicker time = new ManualTicker(Sample.NOW);
    private final TimeOrderedIds ids = new TimeOrderedIds(time, SystemTime.SECRETS);

    private List<String> many(int count) {
        return Stream.generate(() -> ids.next("usr")).limit(count).toList();
    }

    @Test
    void an_id_is_its_prefix_and_26_characters_of_crockfords_alphabet() {
        assertThat(many(1000)).allMatch(id -> id.matches("usr_[0-9a-hjkmnp-tv-z]{26}"));
        assertThat(new UserId(ids.next("usr")).value()).hasSizeLessThan(Id.MAX_LENGTH);
    }

    @Test
    void ids_of_the_same_millisecond_are_unique_also_for_concurrent_callers() throws Exception {
        Callable<List<String>> share = () -> many(25_000);

        List<List<String>> shares = AtOnce.run(Collections.nCopies(4, share));

        Set<String> different = new HashSet<>();
        shares.forEach(different::addAll);
        assertThat(different).hasSize(100_000);
    }

    @Test
    void ids_sort_by_the_millisecond_of_their_creation() {
        List<String> made = new ArrayList<>();
        for (long step = 1; step < 1L << 40; step *= 3) {
            made.add(ids.next("usr"));
            time.advance(Duration.ofMillis(step));
        }

        assertThat(made).isSorted().hasSizeGreaterThan(20);
    }

    @Test
    void ids_of_the_same_millisecond_sort_in_the_order_of_their_creation() {
        assertThat(many(100_000)).isSorted();
    }

    @Test
    void ids_stay_in_order_when_the_clock_is_set_back() {
        List<String> made = new ArrayList<>();
        for (int second : List.of(5, 4, 3, 2, 1)) {
            made.add(ids.next("usr"));
            time.advance(Duration.ofSeconds(-second));
        }

        assertThat(made).isSorted();
    }

    @Test
    void the_time_fills_ten_characters_to_the_end_of_its_48_bits() {
        TimeOrderedIds first = new TimeOrderedIds(new ManualTicker(Instant.EPOCH), SystemTime.SECRETS);
        TimeOrderedIds last =
                new TimeOrderedIds(new ManualTicker(Instant.ofEpochMilli((1L << 48) - 1)), SystemTime.SECRETS);

        assertThat(first.next("x")).startsWith("x_0000000000");
        assertThat(last.next("x")).startsWith("x_7zzzzzzzzz");
    }
}
