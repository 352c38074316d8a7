package dev.guildhall.ports.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.Violated;
import dev.guildhall.ports.connection.Scope;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ToolDefinitionTest {
    private static ToolDefinition needing(List<Scope> scopes) {
        return ActTool.of("Acts.", "1", ToolParameters.none(), scopes);
    }

    @Test
    void the_name_begins_with_the_integration() {
        for (String name : List.of("acmes.act", "acm.act", "other.acme")) {
            assertThat(Violated.fieldsOf(() -> ActTool.of(name, "Acts.", "1", ToolParameters.none(), List.of())))
                    .containsExactly("name");
        }
    }

    @Test
    void scopes_are_ordered_without_repeats_and_limited() {
        List<Scope> many =
                IntStream.range(0, 101).mapToObj(i -> new Scope("s" + i)).toList();

        assertThat(needing(List.of(new Scope("b"), new Scope("a"), new Scope("b")))
                        .requiredScopes())
                .containsExactly(new Scope("b"), new Scope("a"));
        assertThat(needing(many.subList(0, 100)).requiredScopes()).hasSize(100);
        assertThat(Violated.fieldsOf(() -> needing(many))).containsExactly("requiredScopes");
    }

    @Test
    void name_and_description_are_searched_in_lower_case() {
        ToolDefinition definition = ActTool.of("GRÜßE an Ada", "1", ToolParameters.none(), List.of());

        assertThat(definition.searchText()).isEqualTo("acme.act\ngrüße an ada");
    }

    @Test
    void another_version_is_the_same_but_for_that() {
        ToolDefinition one = ActTool.of("Acts.", "1", ToolParameters.none(), List.of(new Scope("read")));
        ToolDefinition two = ActTool.of("Acts.", "2", ToolParameters.none(), List.of(new Scope("read")));

        assertThat(one.withVersion(new ToolVersion("2"))).isEqualTo(two).isNotEqualTo(one);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  \n ", "\u0000", "\ud83d"})
    void a_description_is_text(String text) {
        assertThat(Violated.fieldsOf(() -> new ToolDescription(text))).containsExactly("description");
    }

    @Test
    void a_description_is_trimmed_and_has_10000_characters_at_most() {
        assertThat(new ToolDescription(" a\nb ").value()).isEqualTo("a\nb");
        assertThat(new ToolDescription("x".repeat(10_000)).value()).hasSize(10_000);
        assertThat(Violated.fieldsOf(() -> new ToolDescription("x".repeat(10_001))))
                .containsExactly("description");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "\"", "\\", "ä", "a\u0000", "\u007f"})
    void a_scope_is_visible_ascii_without_quotes(String text) {
        assertThat(Violated.fieldsOf(() -> new Scope(text))).containsExactly("scopes");
    }

    @Test
    void a_scope_has_255_characters_at_most() {
        assertThat(new Scope("https://acme.example/auth/drive.read'only"))
                .hasToString("https://acme.example/auth/drive.read'only");
        assertThat(new Scope("s".repeat(255)).value()).hasSize(255);
        assertThat(Violated.fieldsOf(() -> new Scope("s".repeat(256)))).containsExactly("scopes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "ä", "a\n", "\u007f"})
    void an_idempotency_key_is_visible_ascii(String text) {
        assertThat(Violated.fieldsOf(() -> new IdempotencyKey(text))).containsExactly("Idempotency-Key");
    }

    @Test
    void an_idempotency_key_has_255_characters_at_most() {
        assertThat(new IdempotencyKey("\"" + "k".repeat(253) + "~").value()).hasSize(255);
        assertThat(Violated.fieldsOf(() -> new IdempotencyKey("k".repeat(256)))).containsExactly("Idempotency-Key");
    }

    @Test
    void a_filter_accepts_only_searchable_texts() {
        for (String text : List.of("\u0000", "\ud83d")) {
            assertThat(Violated.fieldsOf(
                            () -> new ToolFilter(Optional.empty(), Optional.of(text), false, ToolStatus.ACTIVE)))
                    .containsExactly("q");
            assertThat(Violated.fieldsOf(
                            () -> new ToolFilter(Optional.of(text), Optional.empty(), false, ToolStatus.ACTIVE)))
                    .containsExactly("integration");
        }
    }
}
