package dev.guildhall.core.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

class BatchedSweepTest {
    /** Handles as many of the rows that are left as a step may. */
    private static IntUnaryOperator on(AtomicLong left) {
        return most -> (int) (left.get() - left.updateAndGet(rows -> Math.max(0, rows - most)));
    }

    @Test
    void a_round_of_removal_keeps_up_with_eight_thousand_rows_a_second() {
        AtomicLong left = new AtomicLong(8_000 * 600);

        BatchedSweep.remove(on(left));

        assertThat(left).hasValue(0);
    }

    @Test
    void a_round_has_an_end() {
        AtomicLong left = new AtomicLong(Long.MAX_VALUE);

        BatchedSweep.sweep(on(left));
        long swept = Long.MAX_VALUE - left.get();
        BatchedSweep.remove(on(left));

        assertThat(swept).isEqualTo(100_000);
        assertThat(Long.MAX_VALUE - left.get() - swept).isEqualTo(5_000_000);
    }
}
