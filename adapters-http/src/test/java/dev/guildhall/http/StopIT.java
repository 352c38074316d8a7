package dev.guildhall.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.http.completion.PiecewiseModel;
import dev.guildhall.http.server.ServerLimits;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.ChatId;
import dev.guildhall.ports.agent.ChatEntry;
import dev.guildhall.ports.completion.Chunk;
import dev.guildhall.ports.webchat.SessionKey;
import dev.guildhall.testkit.Sample;
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
    void while_a_request_is_under_way_new_connections_are_answered_and_new_work_is_refused() throws Exception {
        TestServer server = start(
                Duration.ZERO,
                Duration.ZERO,
                Route.get("/slow", Access.PUBLIC, this::slowly),
                Route.post("/work", Access.PUBLIC, exchange -> exchange.text(200, "text/plain", "begun")),
                Route.finish("/end", Access.PUBLIC, exchange -> exchange.text(200, "text/plain", "ended")));
        try (RawHttp http = new RawHttp(server.port())) {
            http.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n");
            await(entered);

            Thread stop = Thread.ofPlatform().start(server::close);
            String notReady = awaitNotReady(server);
            String read = answer(server, "GET", "/health/live");
            String work = awaitWorkRefused(server);
            String end = answer(server, "POST", "/end");
            String unknown = answer(server, "POST", "/unknown");
            mayFinish.countDown();
            String answer = http.readAll();
            stop.join();

            assertThat(notReady).startsWith("HTTP/1.1 503").contains("Retry-After: 1", "the server is stopping");
            assertThat(read).startsWith("HTTP/1.1 200").contains("Connection: close");
            assertThat(work)
                    .startsWith("HTTP/1.1 503")
                    .contains("Retry-After: 1", "Connection: close", "the server is stopping");
            assertThat(end)
                    .startsWith("HTTP/1.1 200")
                    .contains("Connection: close")
                    .endsWith("ended");
            assertThat(unknown).startsWith("HTTP/1.1 404");
            assertThat(answer)
                    .startsWith("HTTP/1.1 200")
                    .contains("Connection: close")
                    .endsWith("finished");
        }
    }

    private static String answer(TestServer server, String method, String path) {
        try (RawHttp http = new RawHttp(server.port())) {
            return http.send(method + " " + path + " HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n")
                    .readAll();
        }
    }

    /** The server says that it is not ready a moment before it refuses work. */
    private static String awaitWorkRefused(TestServer server) {
        while (true) {
            String answer = answer(server, "POST", "/work");
            if (!answer.startsWith("HTTP/1.1 200")) {
                return answer;
            }
        }
    }

    /** A server whose model says a word, and the next one when the test permits it. */
    private TestServer startTalking() {
        PiecewiseModel model = new PiecewiseModel((request, sink) -> {
            sink.accept(new Chunk.Text("first "));
            entered.countDown();
            await(mayFinish);
            sink.accept(new Chunk.Text("last"));
            sink.settle();
            return PiecewiseModel.said("first last");
        });
        return TestServer.start(
                parts -> parts.chatModel(model),
                List.of(),
                List.of(Route.post("/work", Access.PUBLIC, exchange -> exchange.text(200, "text/plain", "begun"))),
                Sample.with(ServerLimits.DEFAULT, "stop", new ServerLimits.Stop(Duration.ZERO, Duration.ZERO, LONG)));
    }

    private static String question(Browser user) {
        return "{\"userId\":\"" + user.userId()
                + "\",\"agentMode\":\"v1\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";
    }

    private static String cookie(Browser user) {
        return "Cookie: " + Browser.COOKIE + "=" + user.key() + "\r\n";
    }

    private static String chatOf(String begun) {
        Matcher chat = Pattern.compile("(?i)X-Chat-Id: (\\S+)").matcher(begun);
        assertThat(chat.find()).isTrue();
        return chat.group(1);
    }

    @Test
    void a_streamed_answer_of_the_chat_is_finished_before_the_server_has_stopped() throws Exception {
        TestServer server = startTalking();
        Browser ada = Browser.stranger(server.client());

        try (RawHttp asked = new RawHttp(server.port());
                RawHttp follower = new RawHttp(server.port());
                RawHttp late = new RawHttp(server.port());
                RawHttp another = new RawHttp(server.port())) {
            String chat = chatOf(asked.request("POST", "/api/chat", cookie(ada), question(ada))
                    .readUntil("first "));
            String path = "/api/chat/stream?chatId=" + chat;
            follower.request("GET", path, cookie(ada), "").readUntil("first ");
            Thread stop = Thread.startVirtualThread(server::close);
            awaitWorkRefused(server);
            late.request("GET", path, cookie(ada), "").readUntil("first ");
            String refused = another.request("POST", "/api/chat", cookie(ada), question(ada))
                    .readAll();
            mayFinish.countDown();

            assertThat(asked.readAll()).contains("last", "event: done");
            assertThat(follower.readAll()).contains("last", "event: done");
            assertThat(late.readAll()).contains("last", "event: done");
            assertThat(refused)
                    .startsWith("HTTP/1.1 503")
                    .contains(
                            "Retry-After: 1",
                            "{\"error\":\"Service Unavailable\",\"message\":\"the server is stopping\"");
            stop.join();
        }
    }

    @Test
    void an_answer_that_no_client_followed_was_cut_by_the_stop() throws Exception {
        TestServer server = startTalking();
        Browser ada = Browser.stranger(server.client());
        String chat;
        try (RawHttp asked = new RawHttp(server.port())) {
            chat = chatOf(asked.request("POST", "/api/chat", cookie(ada), question(ada))
                    .readUntil("first "));
        }

        Thread stop = Thread.startVirtualThread(server::close);
        awaitWorkRefused(server);
        String opened;
        try (RawHttp http = new RawHttp(server.port())) {
            opened = http.request("GET", "/api/chat/messages?chatId=" + chat, cookie(ada), "")
                    .readAll();
        }
        boolean hasStopped = !stop.isAlive();
        mayFinish.countDown();
        stop.join();

        assertThat(opened).startsWith("HTTP/1.1 200").contains("\"runningAfter\":0");
        assertThat(hasStopped).isFalse();
        assertThat(server.core().runningAnswers()).isZero();
        Caller.User user = server.core().webSessions().authenticate(Caller.anonymous(), new SessionKey(ada.key()));
        assertThat(server.core().webChats().open(user, new ChatId(chat)).messages())
                .extracting(ChatEntry::content)
                .containsExactly("hi", "first last");
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
