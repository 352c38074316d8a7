package dev.guildhall.integrations.mcp.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolExchange;
import dev.guildhall.testkit.ManualTicker;
import dev.guildhall.testkit.Sample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HandshakeTest {
    private static final Reply DISCOVERED =
            new Reply.Result(Map.of("supportedVersions", List.of("2026-07-28"), "capabilities", Map.of()));
    private static final Reply GREETED =
            new Reply.Result(Map.of("protocolVersion", "2025-06-18", "capabilities", Map.of()));

    private final List<String> methods = new ArrayList<>();

    private final List<Duration> waits = new ArrayList<>();
    private final ManualTicker time = new ManualTicker(Sample.NOW);
    private final Era era = new Era(time);
    private boolean isProcess;

    private interface Server {
        Reply reply(String method) throws McpFault;
    }

    private ServerFacts greet(Server server) throws McpFault {
        methods.clear();
        McpConversation conversation = new McpConversation() {
            @Override
            public Reply ask(Outgoing request, CallDeadline deadline) throws McpFault {
                methods.add(request.method());
                waits.add(deadline.time());
                return server.reply(request.method());
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
            public void follow(ToolExchange exchange, CallDeadline deadline) {}

            @Override
            public boolean mayBeSilent() {
                return isProcess;
            }

            @Override
            public boolean hasNewTools() {
                return false;
            }

            @Override
            public void close() {}
        };
        return Handshake.run(conversation, era, CallDeadline.in(Duration.ofSeconds(10)));
    }

    private static Server older(Server atDiscovery) {
        return method -> method.equals("initialize") ? GREETED : atDiscovery.reply(method);
    }

    private static Server failing(FailureKind kind) {
        return older(method -> {
            throw new McpFault(kind, "the reason");
        });
    }

    private static Reply error(long code, Object data) {
        return new Reply.Failed(code, "no", Optional.of(data));
    }

    @Test
    void server_of_the_newer_era_is_asked_once_and_not_greeted() throws McpFault {
        assertThat(greet(method -> DISCOVERED).isNewer()).isTrue();
        assertThat(methods).containsExactly("server/discover");
    }

    @Test
    void server_that_does_not_know_the_newer_era_is_greeted() throws McpFault {
        ServerFacts facts = greet(older(method -> error(-32601, Map.of())));

        assertThat(facts.isNewer()).isFalse();
        assertThat(methods).containsExactly("server/discover", "initialize", "notifications/initialized");
    }

    @ParameterizedTest
    @EnumSource(names = {"FAILED", "INVALID_ARGUMENTS", "INVALID_RESPONSE"})
    void server_with_any_other_answer_is_greeted(FailureKind answer) throws McpFault {
        assertThat(greet(failing(answer)).isNewer()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(names = {"TIMED_OUT", "UPSTREAM_FAILED", "UNREACHABLE", "RATE_LIMITED", "UNAUTHORIZED", "TOO_LARGE"})
    void server_that_does_not_answer_or_fails_is_not_taken_for_an_older_one(FailureKind kind) throws McpFault {
        assertThatThrownBy(() -> greet(failing(kind)))
                .isInstanceOf(McpFault.class)
                .hasMessage("the reason");
        assertThat(methods).containsExactly("server/discover");

        assertThat(greet(method -> DISCOVERED).isNewer()).isTrue();
    }

    @Test
    void server_over_http_has_the_whole_time_to_say_what_it_speaks() throws McpFault {
        greet(method -> DISCOVERED);
        isProcess = true;
        greet(method -> DISCOVERED);

        assertThat(waits.getFirst()).isEqualTo(Duration.ofSeconds(10));
        assertThat(waits.getLast()).isLessThanOrEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void silent_process_is_greeted() throws McpFault {
        isProcess = true;

        assertThat(greet(failing(FailureKind.TIMED_OUT)).isNewer()).isFalse();
    }

    @Test
    void server_that_was_greeted_is_greeted_at_once_for_a_day() throws McpFault {
        Server server = older(method -> error(-32601, Map.of()));
        greet(server);

        time.advance(Duration.ofDays(1).minusSeconds(1));
        greet(server);
        List<String> withinADay = List.copyOf(methods);
        time.advance(Duration.ofDays(1));
        greet(server);

        assertThat(withinADay).containsExactly("initialize", "notifications/initialized");
        assertThat(methods).startsWith("server/discover");
    }

    @Test
    void server_that_refuses_the_greeting_of_the_day_before_is_asked_again() throws McpFault {
        greet(older(method -> error(-32601, Map.of())));

        assertThatThrownBy(() -> greet(method -> error(-32601, Map.of()))).isInstanceOf(McpFault.class);
        assertThat(greet(method -> DISCOVERED).isNewer()).isTrue();
    }

    @Test
    void server_that_is_down_for_a_moment_keeps_its_era() throws McpFault {
        greet(older(method -> error(-32601, Map.of())));

        assertThatThrownBy(() -> greet(method -> {
                    throw new McpFault(FailureKind.UPSTREAM_FAILED, "503");
                }))
                .isInstanceOf(McpFault.class);
        greet(method -> GREETED);

        assertThat(methods).startsWith("initialize");
    }

    @Test
    void server_that_refuses_the_revision_that_it_names_is_asked_once_more() throws McpFault {
        Reply refused = error(-32022, Map.of("supported", List.of("2026-07-28")));

        assertThat(greet(method -> methods.size() == 1 ? refused : DISCOVERED).isNewer())
                .isTrue();
    }

    @Test
    void server_of_later_revisions_alone_is_a_fault_that_says_so() {
        Reply refused = error(-32022, Map.of("supported", List.of("2031-01-01")));

        assertThatThrownBy(() -> greet(method -> refused))
                .isInstanceOf(McpFault.class)
                .hasMessageContaining("-32022");
        assertThat(methods).containsExactly("server/discover");
    }
}
