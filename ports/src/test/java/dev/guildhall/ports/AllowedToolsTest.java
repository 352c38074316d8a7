package dev.guildhall.ports;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedToolsTest {
    @ParameterizedTest
    @ValueSource(strings = {"github.create_issue", "a.b.c", "github.*", "my-server_2.*", "builtin.time_now"})
    void names_of_tools_and_of_integrations_are_entries(String text) {
        assertThat(AllowedTools.isEntry(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "*",
                ".*",
                "github",
                "github.",
                "GitHub.x",
                "github.create*",
                "a.b.*",
                "a b.c",
                "a..b",
                "github.**"
            })
    void anything_else_is_none(String text) {
        assertThat(AllowedTools.isEntry(text)).isFalse();
    }

    @Test
    void a_tool_is_contained_by_its_name_or_by_its_integration() {
        AllowedTools allowed = new AllowedTools(Set.of("a.x", "b.*"));

        assertThat(List.of("a.x", "b.x", "b.y.z")).allMatch(allowed::contains);
        assertThat(List.of("a.y", "bb.x", "b", "c.b.x")).noneMatch(allowed::contains);
        assertThat(allowed.names()).containsExactly("a.x");
        assertThat(allowed.integrations()).containsExactly("b");
    }

    @Test
    void the_tools_of_both_are_the_narrower_entries() {
        AllowedTools allowed = new AllowedTools(Set.of("a.x", "b.*", "c.*"));

        assertThat(allowed.and(List.of("a.*", "b.y", "c.*", "d.z")).entries())
                .containsExactlyInAnyOrder("a.x", "b.y", "c.*");
        assertThat(allowed.and(List.of("c.y", "b.*", "b.x")).entries()).containsExactly("c.y", "b.*", "b.x");
        assertThat(allowed.and(List.of()).entries()).isEmpty();
    }
}
