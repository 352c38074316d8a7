package dev.guildhall.core.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class Bm25IndexTest {
    @Test
    void terms_whose_hashes_have_equal_lower_bits_are_spread_over_the_table() {
        Set<Integer> places = new HashSet<>();
        for (int i = 0; i < 10_000; i++) {
            places.add(Bm25Index.spread(i << 16) & 0xffff);
        }

        // 9,276 of 65,536 places are expected of a random function.
        assertThat(places).hasSizeGreaterThan(9_100);
    }
}
