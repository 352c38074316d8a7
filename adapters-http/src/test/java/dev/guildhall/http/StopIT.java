package dev.guildhall.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.http.completion.PiecewiseModel;
import dev.guildhall.http.server.ServerLimits;
import dev.guildhall.ports.Sample;
import dev.guildhall.ports.completion.Chunk;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StopIT {
    private static final Duration LONG = Duration.ofHours(1);

    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch mayFinish = new CountDownLatch(1);

    private void slowly(Exchange exchange) {
        entered.countDown();
        try {
            assertThat(mayFinish.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
        exchange.text(200, "text/plain", "finished");
    }

    private static TestServer start(Duration delay, Duration silence, Route... routes) {
        return TestServer.start(
                parts -> parts,
                List.of(),
                List.of(routes),
                Sample.with(ServerLimits.DEFAULT, "stop", new ServerLimits.Stop(delay, silence, LONG)));
    }

    private static String live(RawHttp http) {
        return http.send("GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n").readUntil("}}");
    }

    /** The stop begins on another thread, so the server is ready until it has. */
    private static String awaitNotReady(TestServer server) {
        while (true) {
            try (RawHttp http = new RawHttp(server.port())) {
                String answer = http.send("GET /health/ready HTTP/1.1\r\nHost: x\r\n\r\n")
                        .readUntil("}");
                if (!answer.startsWith("HTTP/1.1 200")) {
                    return answer + http.readAll();
                }
            }
        }
    }

    /** The port is closed on another thread. */
    private static void awaitRefused(int port) {
        while (true) {
            try (RawHttp http = new RawHttp(port)) {
                http.reset();
            } catch (UncheckedIOException refused) {
                return;
            }
        }
    }

    @Test
    void a_server_that_stops_first_says_that_it_is_not_ready_and_goes_on_for_the_delay() throws Exception {
        TestServer server = start(LONG, Duration.ZERO);
        try (RawHttp kept = new RawHttp(server.port())) {
            String before = live(kept);

            Thread stop = Thread.ofPlatform().start(server::close);
            String notReady = awaitNotReady(server);
            String onOld = live(kept) + kept.readAll();
            String onNew;
            try (RawHttp fresh = new RawHttp(server.port())) {
                onNew = live(fresh) + fresh.readAll();
            }
            stop.interrupt();
            stop.join();

            assertThat(before).startsWith("HTTP/1.1 200").doesNotContain("Connection: close");
            assertThat(notReady)
                    .startsWith("HTTP/1.1 503")
                    .contains("Retry-After: 1", "Connection: close", "the server is stopping");
            assertThat(onOld).startsWith("HTTP/1.1 200").contains("Connection: close");
            assertThat(onNew).startsWith("HTTP/1.1 200").contains("Connection: close");
        }
    }

    @Test
    void a_request_on_an_open_connection_is_answered_behind_the_closed_port() throws Exception {
        TestServer server = start(Duration.ZERO, LONG);
        Thread stop = Thread.ofPlatform().unstarted(server::close);
        try (RawHttp kept = new RawHttp(server.port())) {
            live(kept);
            int port = server.port();

            stop.start();
            awaitRefused(port);
            String late = live(kept) + kept.readAll();

            assertThat(late).startsWith("HTTP/1.1 200").contains("Connection: close");
        }
        stop.join();
    }

    @Test
    void a_request_that_is_under_way_is_answered_behind_the_closed_port() throws Exception {
        TestServer server = start(Duration.ZERO, Duration.ZERO, Route.get("/slow", Access.PUBLIC, this::slowly));
        int port = server.port();
        try (RawHttp http = new RawHttp(server.port())) {
            http.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n");
            assertThat(entered.await(20, TimeUnit.SECONDS)).isTrue();

            Thread stop = Thread.ofPlatform().start(server::close);
            awaitRefused(port);
            mayFinish.countDown();
            String answer = http.readAll();
            stop.join();

            assertThat(answer)
                    .startsWith("HTTP/1.1 200")
                    .contains("Connection: close")
                    .endsWith("finished");
        }
    }

    @Test
    void a_streamed_answer_of_the_chat_is_finished_before_the_server_has_stopped() throws Exception {
        PiecewiseModel model = new PiecewiseModel((request, sink) -> {
            sink.accept(new Chunk.Text("first "));
            entered.countDown();
            await(mayFinish);
            sink.accept(new Chunk.Text("last"));
            sink.settle();
            return PiecewiseModel.said("first last");
        });
        TestServer server = TestServer.start(
                parts -> parts.chatModel(model),
                List.of(),
                List.of(),
                Sample.with(ServerLimits.DEFAULT, "stop", new ServerLimits.Stop(Duration.ZERO, Duration.ZERO, LONG)));
        Browser ada = Browser.stranger(server.client());
        String body = "{\"userId\":\"" + ada.userId()
                + "\",\"agentMode\":\"v1\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";
        String cookie = "Cookie: " + Browser.COOKIE + "=" + ada.key() + "\r\n";

        try (RawHttp asked = new RawHttp(server.port());
                RawHttp follower = new RawHttp(server.port())) {
            String begun = asked.request("POST", "/api/chat", cookie, body).readUntil("first ");
            Matcher chat = Pattern.compile("(?i)X-Chat-Id: (\\S+)").matcher(begun);
            assertThat(chat.find()).isTrue();
            follower.request("GET", "/api/chat/stream?chatId=" + chat.group(1), cookie, "")
                    .readUntil("first ");
            Thread stop = Thread.startVirtualThread(server::close);
            awaitRefused(server.port());
            mayFinish.countDown();

            assertThat(asked.readAll()).contains("last", "event: done");
            assertThat(follower.readAll()).contains("last", "event: done");
            stop.join();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    @Test
    void an_answer_that_takes_too_long_ends_with_an_error_and_what_was_said_is_kept() throws Exception {
        DisconnectionIT.SilentModel model = new DisconnectionIT.SilentModel();
        TestServer server = TestServer.start(
                parts -> parts.chatModel(model),
                List.of(),
                List.of(),
                Sample.with(
                        ServerLimits.DEFAULT,
                        "stop",
                        new ServerLimits.Stop(Duration.ZERO, Duration.ZERO, Duration.ofMillis(100))));
        Client.Person person = server.client().stranger();
        String body = "{\"userId\":\"" + person.userId()
                + "\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";

        try (RawHttp http = new RawHttp(server.port())) {
            String headers = "Authorization: Bearer " + person.accessToken() + "\r\n";
            http.request("POST", "/agent/api/chat", headers, body).readUntil("\"Hello\"");
            server.close();

            assertThat(http.readAll()).contains("event: error\ndata: {\"error\":\"the request was cancelled\"}");
        }
        assertThat(model.ended.get(20, TimeUnit.SECONDS)).isEqualTo("interrupted");
    }
}
