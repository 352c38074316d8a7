package dev.guildhall.persistence.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LowWaterMarkTest {
    private final LowWaterMark mark = LowWaterMark.rising();

    private void found(long place) {
        mark.found(mark.begin(), place);
    }

    @Test
    void the_first_claim_begins_at_the_bottom_and_the_next_where_that_one_found_a_task() {
        LowWaterMark.Claim first = mark.begin();
        mark.found(first, 10);

        assertThat(first.from()).isEqualTo(LowWaterMark.BOTTOM);
        assertThat(mark.begin().from()).isEqualTo(10);
        assertThat(mark.place()).isEqualTo(10);
    }

    @Test
    void what_is_put_below_the_mark_lowers_it() {
        found(10);

        mark.lower(20);
        assertThat(mark.place()).isEqualTo(10);
        mark.lower(5);
        assertThat(mark.begin().from()).isEqualTo(5);
        mark.lower(LowWaterMark.BOTTOM);
        assertThat(mark.begin().from()).isEqualTo(LowWaterMark.BOTTOM);
    }

    @Test
    void a_claim_does_not_raise_the_mark_over_what_was_put_there_meanwhile() {
        found(10);
        LowWaterMark.Claim claim = mark.begin();

        mark.lower(5);
        mark.found(claim, 30);

        assertThat(mark.place()).isEqualTo(5);
    }

    @Test
    void a_claim_raises_the_mark_though_tasks_are_put_behind_its_place_meanwhile() {
        found(10);
        LowWaterMark.Claim claim = mark.begin();

        mark.lower(40);
        mark.found(claim, 30);

        assertThat(mark.place()).isEqualTo(30);
    }

    @Test
    void a_claim_does_not_raise_the_mark_when_too_much_was_put_there_meanwhile_to_remember() {
        found(10);
        LowWaterMark.Claim claim = mark.begin();

        mark.lower(5);
        LongStream.rangeClosed(1, 10_000).forEach(place -> mark.lower(40));
        mark.found(claim, 30);

        assertThat(mark.place()).isEqualTo(5);
    }

    @Test
    void a_node_that_hears_nothing_of_others_begins_at_the_bottom() {
        LowWaterMark bottom = LowWaterMark.atBottom();

        bottom.found(bottom.begin(), 10);

        assertThat(bottom.begin().from()).isEqualTo(LowWaterMark.BOTTOM);
    }
}
