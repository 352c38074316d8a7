package dev.guildhall.integrations.mcp.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.tool.ServerReply;
import dev.guildhall.ports.tool.ServerRequest;
import dev.guildhall.ports.tool.ToolExchange;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The changes that a server of the older era reports outside of requests. */
@Timeout(60)
class HttpChangesTest {
    private static final String PROMPTS = "notifications/prompts/list_changed";
    private static final String RESOURCES = "notifications/resources/list_changed";
    private static final String UPDATED = "notifications/resources/updated";

    @AutoClose
    private final HttpFixture fixture = new HttpFixture();

    /** What a caller was told, in its order. */
    private record Caller(BlockingQueue<String> told, Thread thread) {}

    private Caller follows(String... resources) {
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        ToolExchange exchange = new ToolExchange() {
            @Override
            public Map<String, Object> parameters() {
                return Map.of();
            }

            @Override
            public void notified(String method, Map<String, Object> parameters) {
                told.add(method + parameters.getOrDefault("uri", ""));
            }

            @Override
            public Optional<ServerReply> asked(String method, Map<String, Object> parameters) {
                return Optional.of(ToolExchange.unanswered(method));
            }

            @Override
            public void replied(ServerReply reply) {}
        };
        Map<String, Object> wanted = Map.of("resourceSubscriptions", List.of(resources));
        ServerRequest request = new ServerRequest(
                "subscriptions/listen",
                Map.of("notifications", wanted),
                Optional.empty(),
                exchange,
                HttpFixture.PATIENCE);
        return new Caller(
                told, Thread.startVirtualThread(() -> fixture.endpoint().ask(request)));
    }

    private void reports(String method, String parameters) {
        fixture.server.reports.add(
                "{\"jsonrpc\":\"2.0\",\"method\":\"%s\",\"params\":{%s}}".formatted(method, parameters));
    }

    private String subscribed() throws InterruptedException {
        return fixture.server.subscriptions.take();
    }

    @Test
    void changes_of_lists_reach_those_who_follow_and_changes_of_resources_those_who_asked_for_them() throws Exception {
        Caller one = follows("a://1", "a://2");
        List<String> ofOne = List.of(subscribed(), subscribed());
        Caller other = follows("a://2", "a://3");
        String ofOther = subscribed();

        reports(UPDATED, "\"uri\":\"a://1\"");
        reports(UPDATED, "\"uri\":\"a://3/part\"");
        reports(RESOURCES, "");
        reports(PROMPTS, "");

        assertThat(ofOne).containsExactly("resources/subscribe a://1", "resources/subscribe a://2");
        assertThat(ofOther).isEqualTo("resources/subscribe a://3");
        assertThat(List.of(one.told().take(), one.told().take(), one.told().take()))
                .containsExactly(UPDATED + "a://1", RESOURCES, PROMPTS);
        assertThat(List.of(
                        other.told().take(), other.told().take(), other.told().take()))
                .containsExactly(UPDATED + "a://3/part", RESOURCES, PROMPTS);
    }

    @Test
    void a_resource_is_followed_until_the_last_caller_has_left() throws Exception {
        Caller one = follows("a://1");
        String first = subscribed();
        Caller other = follows("a://1", "a://2");
        String second = subscribed();

        one.thread().interrupt();
        one.thread().join();
        other.thread().interrupt();
        other.thread().join();

        assertThat(List.of(first, second)).containsExactly("resources/subscribe a://1", "resources/subscribe a://2");
        assertThat(List.of(subscribed(), subscribed()))
                .containsExactlyInAnyOrder("resources/unsubscribe a://1", "resources/unsubscribe a://2");
        assertThat(fixture.server.subscriptions).isEmpty();
    }
}
