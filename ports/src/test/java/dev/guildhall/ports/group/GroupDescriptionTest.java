package dev.guildhall.ports.group;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.Violated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GroupDescriptionTest {
    @ParameterizedTest
    @ValueSource(strings = {"", " two\r\n\tlines ", "分析 👋"})
    void a_description_is_stored_unchanged(String text) {
        assertThat(new GroupDescription(text).value()).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\u0000b", "a\u0007b", "a\u007fb", "a\u0085b", "\ud83d"})
    void control_characters_are_refused(String text) {
        assertThat(Violated.fieldsOf(() -> new GroupDescription(text))).containsExactly("description");
    }

    @Test
    void the_length_counts_characters_not_halves() {
        String longest = "👋".repeat(1000);

        assertThat(new GroupDescription(longest).value()).isEqualTo(longest);
        assertThat(Violated.fieldsOf(() -> new GroupDescription(longest + "a"))).containsExactly("description");
    }

    @Test
    void a_name_is_one_line_of_1_to_100_characters() {
        assertThat(new GroupName(" Analysts ").value()).isEqualTo("Analysts");
        assertThat(Violated.fieldsOf(() -> new GroupName(" "))).containsExactly("name");
        assertThat(Violated.fieldsOf(() -> new GroupName("a".repeat(101)))).containsExactly("name");
        assertThat(Violated.fieldsOf(() -> new GroupName("a\nb"))).containsExactly("name");
    }
}
