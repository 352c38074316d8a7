package dev.guildhall.core.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonPointerTest {
    private static final Map<String, Object> DATA = Map.of(
            "list", List.of("zero", "one"),
            "", "no name",
            "a/b", "slash",
            "m~n", "tilde",
            "~1", "tilde one",
            "deep", Map.of("0", "not an index", "", Map.of("", "twice no name")));

    private static Optional<Object> at(String pointer) {
        return JsonPointer.parse(pointer).orElseThrow().in(DATA).map(JsonPointer.Found::value);
    }

    @ParameterizedTest
    @CsvSource({
        "/list/0, zero",
        "/list/1, one",
        "/, no name",
        "/a~1b, slash",
        "/m~0n, tilde",
        "/~01, tilde one",
        "/deep/0, not an index",
        "/deep//, twice no name"
    })
    void a_pointer_finds_the_value_at_its_position(String pointer, String value) {
        assertThat(at(pointer)).contains(value);
        assertThat(JsonPointer.parse(pointer).orElseThrow()).hasToString(pointer);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/list/2", "/list/-", "/list/00", "/list/+1", "/list/99999999999", "/list/zero/more", "/no"})
    void a_pointer_may_find_nothing(String pointer) {
        assertThat(at(pointer)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"list", "/a~", "/a~2", " /a"})
    void a_malformed_text_is_no_pointer(String text) {
        assertThat(JsonPointer.parse(text)).isEmpty();
    }

    @Test
    void the_empty_pointer_is_the_whole_value() {
        assertThat(at("")).contains(DATA);
    }

    @Test
    void null_is_something() {
        Map<String, Object> data = new HashMap<>();
        data.put("nothing", null);

        assertThat(JsonPointer.parse("/nothing").orElseThrow().in(data)).isPresent();
        assertThat(JsonPointer.parse("/nothing/more").orElseThrow().in(data)).isEmpty();
    }
}
