package dev.guildhall.ports.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.Violated;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DisplayNameTest {
    @Test
    void a_name_is_trimmed_and_otherwise_kept() {
        assertThat(new DisplayName("\t Ada  Łovelace\u3000").value()).isEqualTo("Ada  Łovelace");
    }

    @Test
    void the_length_counts_characters_not_halves() {
        String longest = "👋".repeat(100);

        assertThat(new DisplayName(longest).value()).isEqualTo(longest);
        assertThat(Violated.fieldsOf(() -> new DisplayName(longest + "a"))).containsExactly("displayName");
    }

    @Test
    void a_name_with_a_bidirectional_override_or_isolate_is_refused_wherever_that_stands() {
        Random random = new Random(12);
        int[] controls = IntStream.concat(IntStream.rangeClosed(0x202A, 0x202E), IntStream.rangeClosed(0x2066, 0x2069))
                .toArray();
        for (int round = 0; round < 500; round++) {
            String plain = "Ada עדה " + random.nextInt();
            String control = Character.toString(controls[random.nextInt(controls.length)]);
            String turned = new StringBuilder(plain)
                    .insert(random.nextInt(plain.length()), control)
                    .toString();

            assertThat(new DisplayName(plain).value()).isEqualTo(plain);
            assertThat(Violated.fieldsOf(() -> new DisplayName(turned))).containsExactly("displayName");
            assertThat(Violated.fieldsOf(() -> new GroupName(turned))).containsExactly("name");
            assertThat(Violated.fieldsOf(() -> new GroupDescription(turned))).containsExactly("description");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " \n ", "a\nb", "a\u0000b", "a\u0085b", "a\u2028b", "a\u2029b", "\ud83d", "a\ude00b"})
    void what_is_no_line_of_text_is_refused(String malformed) {
        assertThat(Violated.fieldsOf(() -> new DisplayName(malformed))).containsExactly("displayName");
    }
}
