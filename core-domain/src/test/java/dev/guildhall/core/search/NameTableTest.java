package dev.guildhall.core.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NameTableTest {
    private final NameTable names = new NameTable();

    @Test
    void each_text_has_one_number_in_the_order_of_addition() {
        for (int i = 0; i < 5_000; i++) {
            assertThat(names.add("mem_" + i)).isEqualTo(i);
        }

        assertThat(names.add("mem_17")).isEqualTo(17);
        assertThat(names.find("mem_4999")).isEqualTo(4_999);
        assertThat(names.find("mem_5000")).isEqualTo(NameTable.NONE);
        assertThat(names.name(4_321)).isEqualTo("mem_4321");
        assertThat(names.size()).isEqualTo(5_000);
    }

    @Test
    void texts_are_compared_by_their_bytes() {
        int later = names.add("b");
        int longer = names.add("aa");
        int empty = names.add("");
        int accented = names.add("\u00e4");

        assertThat(names.compare(longer, later)).isNegative();
        assertThat(names.compare(empty, longer)).isNegative();
        assertThat(names.compare(accented, later)).isPositive();
        assertThat(names.compare(later, later)).isZero();
        assertThat(names.name(accented)).isEqualTo("\u00e4");
    }

    @Test
    void the_hashes_of_similar_texts_are_spread_and_those_of_equal_texts_are_equal() {
        Set<Integer> places = new HashSet<>();
        for (int i = 0; i < 10_000; i++) {
            byte[] bytes = "mem_%026d".formatted(i << 16).getBytes(StandardCharsets.UTF_8);
            places.add(NameTable.hash(bytes, 0, bytes.length) & 0xffff);
        }

        // 9,276 of 65,536 places are expected of a random function.
        assertThat(places).hasSizeGreaterThan(9_100);
        assertThat(NameTable.hash(new byte[] {9, 1, 2}, 1, 3)).isEqualTo(NameTable.hash(new byte[] {1, 2}, 0, 2));
    }
}
