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
    void the_first_claim_starts_at_the_bottom_and_the_next_where_the_first_found_a_task() {
        LowWaterMark.Claim first = mark.begin();
        mark.found(first, 10);

        assertThat(first.from()).isEqualTo(LowWaterMark.BOTTOM);
        assertThat(mark.begin().from()).isEqualTo(10);
        assertThat(mark.place()).isEqualTo(10);
    }

    @Test
    void a_task_that_is_inserted_below_the_mark_lowers_it() {
        found(10);

        mark.lower(20);
        assertThat(mark.place()).isEqualTo(10);
        mark.lower(5);
        assertThat(mark.begin().from()).isEqualTo(5);
        mark.lower(LowWaterMark.BOTTOM);
        assertThat(mark.begin().from()).isEqualTo(LowWaterMark.BOTTOM);
    }

    @Test
    void a_claim_does_not_raise_the_mark_above_a_task_that_was_inserted_meanwhile() {
        found(10);
        LowWaterMark.Claim claim = mark.begin();

        mark.lower(5);
        mark.found(claim, 30);

        assertThat(mark.place()).isEqualTo(5);
    }

    @Test
    void a_claim_raises_the_mark_although_tasks_are_inserted_behind_its_place_meanwhile() {
        found(10);
        LowWaterMark.Claim claim = mark.begin();

        mark.lower(40);
        mark.found(claim, 30);

        assertThat(mark.place()).isEqualTo(30);
    }

    @Test
    void a_claim_does_not_raise_the_mark_when_too_many_tasks_were_inserted_meanwhile() {
        found(10);
        LowWaterMark.Claim claim = mark.begin();

        mark.lower(5);
        LongStream.rangeClosed(1, 10_000).forEach(place -> mark.lower(40));
        mark.found(claim, 30);

        assertThat(mark.place()).isEqualTo(5);
    }

    @Test
    void claims_of_a_node_without_notifications_start_at_the_bottom() {
        LowWaterMark bottom = LowWaterMark.atBottom();

        bottom.found(bottom.begin(), 10);

        assertThat(bottom.begin().from()).isEqualTo(LowWaterMark.BOTTOM);
    }
}
