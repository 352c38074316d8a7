package dev.guildhall.integrations.mcp.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.tool.ToolExchange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class McpSessionTest {
    private static final IntegrationName WIKI = new IntegrationName("wiki");

    private final List<Map<String, Object>> asked = new ArrayList<>();

    private List<String> tools(List<Map<String, Object>> pages) throws McpFault {
        return catalogue(pages).definitions().stream()
                .map(tool -> tool.name().value())
                .toList();
    }

    private ServerCatalogue catalogue(List<Map<String, Object>> pages) throws McpFault {
        McpConversation conversation = new McpConversation() {
            @Override
            public Reply ask(Outgoing request, CallDeadline deadline) {
                asked.add(request.parameters());
                return new Reply.Result(pages.get(Math.min(asked.size(), pages.size()) - 1));
            }

            @Override
            public void sendNotification(String method, Map<String, Object> parameters, CallDeadline deadline) {}

            @Override
            public void agreeOn(String protocolVersion) {}

            @Override
            public boolean isOpen() {
                return true;
            }

            @Override
            public void follow(ToolExchange exchange, CallDeadline deadline) {}

            @Override
            public boolean mayBeSilent() {
                return false;
            }

            @Override
            public boolean hasNewTools() {
                return false;
            }

            @Override
            public void close() {}
        };
        ServerFacts facts = ServerFacts.of(Map.of("capabilities", Map.of("tools", Map.of())), false);
        return new McpSession(conversation, facts).tools(WIKI, CallDeadline.in(Duration.ofMinutes(1)));
    }

    private static Map<String, Object> page(String tool, String cursor) {
        return Map.of("tools", List.of(Map.of("name", tool)), "nextCursor", cursor);
    }

    @Test
    void pages_are_read_up_to_one_without_a_cursor() throws McpFault {
        assertThat(tools(List.of(page("a", "1"), page("b", "2"), Map.of("tools", List.of(Map.of("name", "c"))))))
                .containsExactly("wiki.a", "wiki.b", "wiki.c");
        assertThat(asked).containsExactly(Map.of(), Map.of("cursor", "1"), Map.of("cursor", "2"));
    }

    @Test
    void a_cursor_that_repeats_ends_the_list_with_the_tools_so_far() throws McpFault {
        assertThat(tools(List.of(page("a", "1"), page("b", "1")))).containsExactly("wiki.a", "wiki.b");
        assertThat(asked).hasSize(2);
    }

    @Test
    void cursors_in_a_cycle_end_the_list() throws McpFault {
        assertThat(tools(List.of(page("a", "1"), page("b", "2"), page("c", "1"))))
                .containsExactly("wiki.a", "wiki.b", "wiki.c");
        assertThat(asked).hasSize(3);
    }

    @Test
    void an_empty_cursor_ends_the_list() throws McpFault {
        assertThat(tools(List.of(page("a", "")))).containsExactly("wiki.a");
        assertThat(asked).hasSize(1);
    }

    @Test
    void pages_without_end_are_read_up_to_the_bound() throws McpFault {
        List<Map<String, Object>> pages = new ArrayList<>();
        for (int i = 0; i <= McpLimits.PAGES; i++) {
            pages.add(page("t" + i, "c" + i));
        }

        ServerCatalogue catalogue = catalogue(pages);

        assertThat(catalogue.definitions()).hasSize(McpLimits.PAGES);
        assertThat(catalogue.leftOut())
                .containsExactly(new Violation("tools/list", "has further pages, which are not read"));
    }
}
