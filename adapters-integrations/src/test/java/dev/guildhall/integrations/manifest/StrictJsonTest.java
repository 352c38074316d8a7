package dev.guildhall.integrations.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StrictJsonTest {
    private final ManifestFaults faults = new ManifestFaults("f");

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void scalars_of_yaml_are_read_by_its_newer_revision() {
        String yaml = """
            # a comment
            version: 2026-11-29
            country: NO
            on: "1"
            200: {min: 1, share: 0.5, open: true, none: null, also: ~}
            text: |
              one
              two
            """;

        Map<String, Object> plain =
                StrictJson.plain(StrictJson.yaml(bytes(yaml), faults).orElseThrow());

        assertThat(plain)
                .containsEntry("version", "2026-11-29")
                .containsEntry("country", "NO")
                .containsEntry("on", "1")
                .containsEntry("text", "one\ntwo\n");
        assertThat(plain.get("200")).asString().isEqualTo("{min=1, share=0.5, open=true, none=null, also=null}");
        assertThat(faults.all()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a: 1\\na: 2 | is not YAML: Duplicate field 'a' (line 2",
                "a: &b {c: 1}\\nd: *b | is not YAML: the alias *b is not supported; write the value itself (line 2",
                "a: 1\\n---\\nb: 1 | is not YAML: Trailing token",
                "- 1 | must be a JSON object",
                "a: [1 | is not YAML:"
            })
    void yaml_that_is_not_one_plain_object_is_refused(String text, String message) {
        assertThat(StrictJson.yaml(bytes(text.replace("\\n", "\n")), faults)).isEmpty();

        assertThat(faults.all())
                .singleElement()
                .satisfies(fault -> assertThat(fault.message()).startsWith(message));
    }

    @Test
    void deep_and_empty_yaml_is_refused() {
        for (String text : List.of("a: " + "[".repeat(100_000), "a: " + "{b: ".repeat(100_000), "")) {
            assertThat(StrictJson.yaml(bytes(text), faults)).isEmpty();
        }

        assertThat(faults.all()).hasSize(3);
    }
}
