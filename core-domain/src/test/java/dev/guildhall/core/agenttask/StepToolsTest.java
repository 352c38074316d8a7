package dev.guildhall.core.agenttask;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.agent.AgentTool;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolSource;
import dev.guildhall.ports.tool.ToolSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StepToolsTest {
    private static AgentTool tool(String name, ToolSource source, boolean enabled) {
        return new AgentTool(new ToolSpec(new ToolName(name), "", Map.of("type", "object"), source), enabled);
    }

    @Test
    void steps_may_use_what_is_enabled_but_not_what_creates_tasks() {
        List<AgentTool> all = List.of(
                tool("a.registered", ToolSource.REGISTRY, true),
                tool("builtin.task_create", ToolSource.BUILTIN, true),
                tool("builtin.task_status", ToolSource.BUILTIN, true),
                tool("web.fetch", ToolSource.BUILTIN, false));

        assertThat(StepTools.of(all)).containsExactly("builtin.task_status", "a.registered");
    }

    @Test
    void there_are_no_more_than_a_task_can_name_and_the_built_in_ones_are_among_them() {
        List<AgentTool> all = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            all.add(tool("a.t" + i, ToolSource.MCP, true));
        }
        all.add(tool("web.fetch", ToolSource.BUILTIN, true));

        assertThat(StepTools.of(all)).hasSize(128).startsWith("web.fetch");
    }
}
