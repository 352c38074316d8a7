package dev.guildhall.http.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.tool.ToolName;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ModelNamesTest {
    private static String modelName(String name) {
        return ModelNames.of(new ToolName(name));
    }

    @ParameterizedTest
    @CsvSource({
        "builtin.calculate, builtin__calculate",
        "google.calendar.list-events, google__calendar__list-events",
        "a._b, a___b"
    })
    void a_name_is_written_without_dots_and_read_back(String name, String expected) {
        assertThat(modelName(name)).isEqualTo(expected);
        assertThat(ModelNames.toTool(expected)).contains(new ToolName(name));
        assertThat(ModelNames.toTool(name)).contains(new ToolName(name));
    }

    @Test
    void equal_names_are_distinguished_whatever_the_other_names_are() {
        List<String> names = Stream.of("a.b.c", "a__b.c", "a.b__c", "a_.b", "a._b")
                .map(ModelNamesTest::modelName)
                .toList();

        assertThat(names).doesNotHaveDuplicates().allMatch(name -> name.matches("[a-z0-9_-]{1,64}"));
        assertThat(names.get(1)).matches("a__b__c_[0-9a-f]{8}").matches(ModelNames::isDigested);
    }

    @Test
    void a_long_name_ends_in_a_digest_and_has_as_many_characters_as_models_take() {
        String name = modelName("integration." + "x".repeat(116));

        assertThat(name).hasSize(64).matches(ModelNames::isDigested);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "calculate", "Builtin__calculate", "a b.c", "__", "a..b"})
    void what_can_be_no_name_means_no_tool(String name) {
        assertThat(ModelNames.toTool(name)).isEmpty();
    }
}
