package dev.guildhall.ports.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.Violated;
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

    @ParameterizedTest
    @ValueSource(strings = {"", " \n ", "a\nb", "a\u0000b", "a\u0085b", "a\u2028b", "a\u2029b", "\ud83d", "a\ude00b"})
    void what_is_no_line_of_text_is_refused(String malformed) {
        assertThat(Violated.fieldsOf(() -> new DisplayName(malformed))).containsExactly("displayName");
    }
}
