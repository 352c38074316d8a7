package dev.guildhall.ports.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class EnumNamesTest {
    @Test
    void dots_become_double_underscores_and_are_converted_back() {
        WireNames names = WireNames.of(List.of("builtin.calculate"));

        assertThat(names.toWire("builtin.calculate")).isEqualTo("builtin__calculate");
        assertThat(names.toTool("builtin__calculate")).isEqualTo("builtin.calculate");
    }

    @Test
    void the_first_of_two_gets_the_plain_form() {
        WireNames names = WireNames.of(List.of("a.b__c", "a.b.c"));

        assertThat(names.toWire("a.b__c")).isEqualTo("a__b__c");
        assertThat(names.toWire("a.b.c")).startsWith("a__b__c_").hasSize("a__b__c_".length() + 8);
    }

    @Test
    void a_name_of_64_characters_stays_and_a_longer_one_ends_in_a_digest() {
        String longest = "a." + "x".repeat(61);
        WireNames names = WireNames.of(List.of(longest, longest + "y"));

        assertThat(names.toWire(longest)).isEqualTo("a__" + "x".repeat(61));
        assertThat(names.toWire(longest + "y")).hasSize(64).startsWith("a__" + "x".repeat(52) + "_");
    }

    @Test
    void a_name_does_not_depend_on_the_other_tools_unless_it_is_taken() {
        String tool = "acme." + "x".repeat(100);

        assertThat(WireNames.of(List.of("other.one", tool)).toWire(tool))
                .isEqualTo(WireNames.of(List.of(tool)).toWire(tool));
    }

    @Test
    void a_name_that_was_never_offered_is_converted_as_far_as_possible() {
        WireNames names = WireNames.of(List.of("a.b"));

        assertThat(names.toTool("builtin__dance")).isEqualTo("builtin.dance");
        assertThat(names.toTool("a.b")).isEqualTo("a.b");
        assertThat(names.toWire("c.d")).isEqualTo("c__d");
        assertThat(names.toWire("a__b")).isNotEqualTo("a__b");
    }

    @Test
    void a_name_with_other_characters_or_none_can_be_sent() {
        WireNames names = WireNames.of(List.of("Größe", ""));

        assertThat(names.toWire("Größe")).isEqualTo("Gr__e");
        assertThat(names.toTool("Gr__e")).isEqualTo("Größe");
        assertThat(names.toWire("")).matches("[A-Za-z0-9_-]{1,64}");
    }

    @RepeatedTest(3)
    void all_offered_tools_have_distinct_names_that_convert_back() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<String> tools = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            int length = random.nextInt(8) == 0 ? 90 : 6;
            tools.add("a."
                    + IntStream.range(0, 1 + random.nextInt(length))
                            .mapToObj(j -> List.of("_", ".x", "x", "-").get(random.nextInt(4)))
                            .collect(Collectors.joining()));
        }

        WireNames names = WireNames.of(tools);

        assertThat(tools).as("seed %d", seed).allSatisfy(tool -> {
            assertThat(names.toWire(tool)).matches("[A-Za-z0-9_-]{1,64}");
            assertThat(names.toTool(names.toWire(tool))).isEqualTo(tool);
        });
    }
}
