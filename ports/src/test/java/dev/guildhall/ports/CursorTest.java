package dev.guildhall.ports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CursorTest {
    @ParameterizedTest
    @ValueSource(strings = {"x", "mem_01jd", "?>~"})
    void a_cursor_is_read_from_its_opaque_form(String id) {
        Cursor cursor = new Cursor(id);

        String opaque = cursor.encode();

        assertThat(Cursor.decode(opaque)).isEqualTo(cursor);
        assertThat(opaque).matches("[A-Za-z0-9_-]+");
    }

    @Test
    void the_longest_identifier_fits() {
        Cursor cursor = new Cursor("x".repeat(Id.MAX_LENGTH));

        assertThat(Cursor.decode(cursor.encode())).isEqualTo(cursor);
    }

    @Test
    void a_cursor_of_a_list_of_other_things_is_refused_by_name() {
        String opaque = new Cursor("task_01jd").encode();

        assertThat(Cursor.decode(opaque, "task")).isEqualTo(new Cursor("task_01jd"));
        assertThatThrownBy(() -> Cursor.decode(opaque, "wf"))
                .hasMessageContaining("cursor: is not a cursor of this list");
        assertThatThrownBy(() -> Cursor.decode(opaque, "tas")).hasMessageContaining("cursor: is not a cursor");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "=", "a", "!!!!", "ключ", "w6k", "AA", "IA", "Zm9v\n"})
    void anything_else_is_refused_by_name(String malformed) {
        assertThatThrownBy(() -> Cursor.decode(malformed)).hasMessageContaining("cursor: is not a cursor of this list");
    }
}
