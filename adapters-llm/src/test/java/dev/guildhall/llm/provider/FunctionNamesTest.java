package dev.guildhall.llm.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.completion.ChatMessage;
import dev.guildhall.ports.completion.CompletionRequest;
import dev.guildhall.ports.completion.FunctionSpec;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.tool.WireNames;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FunctionNamesTest {
    @Test
    void dots_become_double_underscores_and_come_back() {
        WireNames names = names("builtin.calculate");

        assertThat(names.toWire("builtin.calculate")).isEqualTo("builtin__calculate");
        assertThat(names.toTool("builtin__calculate")).isEqualTo("builtin.calculate");
    }

    @Test
    void long_name_is_shortened_and_restored() {
        String tool = "acme." + "x".repeat(120);
        WireNames names = names(tool, tool.substring(0, 124) + "y");

        String wire = names.toWire(tool);

        assertThat(wire).hasSize(WireNames.MAX).matches("[A-Za-z0-9_-]+");
        assertThat(names.toTool(wire)).isEqualTo(tool);
        assertThat(names.toWire(tool.substring(0, 124) + "y")).isNotEqualTo(wire);
    }

    @Test
    void two_tools_never_share_a_name() {
        WireNames names = names("a.b.c", "a.b__c");

        assertThat(names.toWire("a.b__c")).isNotEqualTo(names.toWire("a.b.c"));
        assertThat(names.toTool(names.toWire("a.b__c"))).isEqualTo("a.b__c");
        assertThat(names.toTool(names.toWire("a.b.c"))).isEqualTo("a.b.c");
    }

    @Test
    void invented_name_is_read_back_as_far_as_possible() {
        assertThat(names().toTool("builtin__dance")).isEqualTo("builtin.dance");
    }

    private static WireNames names(String... tools) {
        List<FunctionSpec> specs = Arrays.stream(tools)
                .map(name -> new FunctionSpec(name, "d", Map.of("type", "object")))
                .toList();
        return HttpChatModel.names(new CompletionRequest(List.of(new ChatMessage.User("Hi")), Sampling.DEFAULT, specs));
    }
}
