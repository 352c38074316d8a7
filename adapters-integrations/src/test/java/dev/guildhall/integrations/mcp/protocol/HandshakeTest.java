package dev.guildhall.integrations.mcp.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.ports.tool.FailureKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class HandshakeTest {
    private static final Reply DISCOVERED =
            new Reply.Result(Map.of("supportedVersions", List.of("2026-07-28"), "capabilities", Map.of()));
    private static final Reply GREETED =
            new Reply.Result(Map.of("protocolVersion", "2025-06-18", "capabilities", Map.of()));

    private final List<String> methods = new ArrayList<>();

    private ServerFacts greet(boolean isOlder, Function<String, Reply> server) throws McpFault {
        McpConversation conversation = new McpConversation() {
            @Override
            public Reply ask(Outgoing request, CallDeadline deadline) {
                methods.add(request.method());
                return server.apply(request.method());
            }

            @Override
            public void sendNotification(String method, Map<String, Object> parameters, CallDeadline deadline) {
                methods.add(method);
            }

            @Override
            public void agreeOn(String protocolVersion) {}

            @Override
            public boolean isOpen() {
                return true;
            }

            @Override
            public boolean hasNewTools() {
                return false;
            }

            @Override
            public void close() {}
        };
        return Handshake.run(conversation, isOlder, CallDeadline.in(Duration.ofSeconds(10)));
    }

    private static Reply error(long code, Object data) {
        return new Reply.Failed(code, "no", Optional.of(data));
    }

    @Test
    void server_of_the_newer_era_is_asked_once_and_not_greeted() throws McpFault {
        assertThat(greet(false, method -> DISCOVERED).isNewer()).isTrue();
        assertThat(methods).containsExactly("server/discover");
    }

    @Test
    void server_that_does_not_know_the_newer_era_is_greeted() throws McpFault {
        ServerFacts facts = greet(false, method -> method.equals("initialize") ? GREETED : error(-32601, Map.of()));

        assertThat(facts.isNewer()).isFalse();
        assertThat(methods).containsExactly("server/discover", "initialize", "notifications/initialized");
    }

    @Test
    void server_that_breaks_on_an_unknown_method_is_greeted() throws McpFault {
        McpFault broken = new McpFault(FailureKind.UPSTREAM_FAILED, "500");

        assertThat(greet(false, method -> method.equals("initialize") ? GREETED : new Reply.None(broken))
                        .isNewer())
                .isFalse();
    }

    @Test
    void server_that_was_greeted_before_is_greeted_at_once() throws McpFault {
        greet(true, method -> GREETED);

        assertThat(methods).containsExactly("initialize", "notifications/initialized");
    }

    @Test
    void server_that_refuses_the_revision_that_it_names_is_asked_once_more() throws McpFault {
        Reply refused = error(-32022, Map.of("supported", List.of("2026-07-28")));

        assertThat(greet(false, method -> methods.size() == 1 ? refused : DISCOVERED)
                        .isNewer())
                .isTrue();
    }

    @Test
    void server_of_later_revisions_alone_is_a_fault_that_says_so() {
        Reply refused = error(-32022, Map.of("supported", List.of("2031-01-01")));

        assertThatThrownBy(() -> greet(false, method -> refused))
                .isInstanceOf(McpFault.class)
                .hasMessageContaining("-32022");
        assertThat(methods).containsExactly("server/discover");
    }
}
