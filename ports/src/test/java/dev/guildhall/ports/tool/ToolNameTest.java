package dev.guildhall.ports.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.Violated;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ToolNameTest {
    @ParameterizedTest
    @ValueSource(strings = {"a.b", "github.create_issue", "google-x.calendar.list_events", "0.1", "_.-"})
    void dotted_parts_are_a_name(String text) {
        ToolName name = new ToolName(text);

        assertThat(name).hasToString(text);
        assertThat(name.integration()).isEqualTo(text.substring(0, text.indexOf('.')));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", ".", "a", "a.", ".b", "a..b", "A.b", "a.ß", "a.b ", "a.b\n", "a b.c", "ı.b", "a.b\u0000"})
    void anything_else_is_refused(String text) {
        assertThat(Violated.fieldsOf(() -> new ToolName(text))).containsExactly("name");
        assertThat(ToolName.isWellFormed(text)).isFalse();
    }

    @Test
    void a_name_has_128_characters_at_most() {
        String longest = "a." + "b".repeat(126);

        assertThat(new ToolName(longest).value()).isEqualTo(longest);
        assertThat(Violated.fieldsOf(() -> new ToolName(longest + "b"))).containsExactly("name");
    }

    @Test
    void names_sort_by_their_text() {
        assertThat(new ToolName("a.b")).isLessThan(new ToolName("a.c"));
    }
}
