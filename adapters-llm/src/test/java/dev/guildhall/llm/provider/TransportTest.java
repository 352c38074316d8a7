package dev.guildhall.llm.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.http.Address;
import dev.guildhall.wire.http.CallTimeouts;
import dev.guildhall.wire.http.Limits;
import dev.guildhall.wire.http.Network;
import dev.guildhall.wire.http.ProviderJson;
import dev.guildhall.wire.http.ProviderTimeouts;
import dev.guildhall.wire.http.RawServer;
import dev.guildhall.wire.http.Request;
import dev.guildhall.wire.http.ScriptedServer;
import dev.guildhall.wire.http.Transport;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

@Isolated("one test looks at all that is logged")
class TransportTest {
    private static final CallTimeouts STREAMED = ProviderTimeouts.DEFAULT.streamed();
    private static final int CALLS = 20;
    private static final int MORE_THAN_SOCKETS_HOLD = 32 * 1024 * 1024;
    private static final String JSON = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
    private static final String SIZED = JSON + "Content-Length: 2\r\n\r\n{}";
    private static final String STREAM = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    private static final String LINE = "4\r\nend\n\r\n";

    private final List<RawServer> servers = new ArrayList<>();

    @AfterEach
    void stop() throws IOException {
        for (RawServer server : servers) {
            server.close();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                SIZED,
                JSON + "Transfer-Encoding: chunked\r\n\r\n1;x\r\n{\r\n1\r\n}\r\n0\r\nT: v\r\n\r\n",
                "HTTP/1.1 100 Continue\r\n\r\n" + SIZED
            })
    void calls_in_sequence_use_one_connection(String answer) throws IOException {
        RawServer server = server((socket, number) -> answerEach(socket, answer));
        Client client = client(server);

        for (int i = 0; i < CALLS; i++) {
            assertThat(client.json()).isEmpty();
        }

        assertThat(server.connections()).isEqualTo(1);
    }

    @Test
    void stream_whose_end_is_not_read_returns_its_connection_to_the_pool() throws IOException {
        RawServer server = server((socket, number) -> answerEach(socket, STREAM + LINE + "0\r\n\r\n"));
        Client client = client(server);

        for (int i = 0; i < CALLS; i++) {
            assertThat(client.firstLine()).isEqualTo("end");
        }

        assertThat(server.connections()).isEqualTo(1);
    }

    @Test
    void stream_that_ends_after_its_reader_returns_its_connection_to_the_pool() throws IOException {
        Semaphore finished = new Semaphore(0);
        RawServer server = server((socket, number) -> {
            while (!socket.isClosed()) {
                RawServer.request(socket);
                RawServer.send(socket, STREAM + LINE);
                finished.acquireUninterruptibly();
                RawServer.send(socket, "0\r\n\r\n");
            }
        });
        Client client = client(server);

        for (int i = 0; i < CALLS; i++) {
            assertThat(client.firstLine()).isEqualTo("end");
            finished.release();
        }

        assertThat(server.connections()).isLessThan(CALLS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "2\r\nmo", "2\r\nm"})
    void stream_that_continues_after_its_end_loses_its_connection(String more) throws IOException {
        RawServer server = server((socket, number) -> answerEach(socket, STREAM + LINE + more));
        Client client = client(server);

        assertThat(client.firstLine()).isEqualTo("end");
        assertThat(client.firstLine()).isEqualTo("end");

        assertThat(server.connections()).isEqualTo(2);
    }

    @Test
    void error_response_returns_its_connection_to_the_pool() throws IOException {
        RawServer server = server((socket, number) ->
                answerEach(socket, "HTTP/1.1 429 No\r\nContent-Length: 2\r\nRetry-After: 1\r\n\r\n{}"));
        Client client = client(server);

        for (int i = 0; i < CALLS; i++) {
            Refusal refusal = catchThrowableOfType(Refusal.class, client::json);
            assertThat(refusal.problem()).isInstanceOf(CompletionProblem.ProviderLimited.class);
        }

        assertThat(server.connections()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                JSON + "Connection: close\r\nContent-Length: 2\r\n\r\n{}",
                "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\n{}",
                SIZED + "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n\"planted\""
            })
    void connection_that_the_provider_closes_or_misuses_is_not_used_again(String answer) throws IOException {
        RawServer server = server((socket, number) -> answerEach(socket, answer));
        Client client = client(server);

        assertThat(client.json()).isEmpty();
        assertThat(client.json()).isEmpty();

        assertThat(server.connections()).isEqualTo(2);
    }

    @Test
    void body_without_a_length_ends_with_its_connection() throws IOException {
        RawServer server = server((socket, number) -> {
            RawServer.request(socket);
            RawServer.send(socket, JSON + "\r\n{\"a\":");
            RawServer.send(socket, "1}");
        });

        assertThat(client(server).json().path("a").asInt()).isEqualTo(1);
    }

    @Test
    void request_over_a_pooled_connection_that_the_provider_closed_is_sent_again_over_a_new_one() throws IOException {
        List<Integer> asked = new CopyOnWriteArrayList<>();
        RawServer server = server((socket, number) -> {
            RawServer.request(socket);
            asked.add(number);
            RawServer.send(socket, SIZED);
            RawServer.request(socket);
            asked.add(number);
        });
        Client client = client(server);

        assertThat(client.json()).isEmpty();
        assertThat(client.json()).isEmpty();

        assertThat(asked).containsExactly(1, 1, 2);
    }

    @Test
    void provider_that_stopped_while_its_connection_was_pooled_could_not_be_reached() throws Exception {
        CountDownLatch stopped = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        RawServer server = server((socket, number) -> {
            RawServer.request(socket);
            RawServer.send(socket, SIZED);
            await(stopped);
            socket.close();
            closed.countDown();
        });
        Client client = client(server);
        assertThat(client.json()).isEmpty();

        server.close();
        stopped.countDown();
        await(closed);
        Refusal refusal = catchThrowableOfType(Refusal.class, client::json);

        assertThat(refusal.problem())
                .isEqualTo(new CompletionProblem.ProviderFailed("the provider could not be reached", true));
    }

    @Test
    void response_that_comes_before_the_provider_has_read_the_request_counts() throws Exception {
        RawServer server = server((socket, number) -> {
            RawServer.send(socket, "HTTP/1.1 429 No\r\nContent-Length: 2\r\n\r\n{}");
            socket.getInputStream().readNBytes(1);
        });
        Address address = server.address("http", "127.0.0.1");
        Request large = Request.get(address, Map.of()).post("x".repeat(MORE_THAN_SOCKETS_HOLD));
        Provider provider = provider(address);

        for (int i = 1; i <= 2; i++) {
            Refusal refusal = catchThrowableOfType(
                    Refusal.class,
                    () -> provider.exchange(STREAMED, large, call -> call.json(100, ProviderJson::tree)));

            assertThat(refusal.problem()).isEqualTo(new CompletionProblem.ProviderLimited(Optional.empty()));
            assertThat(server.connections()).isEqualTo(i);
        }
    }

    @Test
    void request_whose_response_had_begun_is_not_sent_again() throws IOException {
        RawServer server = server((socket, number) -> {
            RawServer.request(socket);
            RawServer.send(socket, SIZED);
            RawServer.request(socket);
            RawServer.send(socket, "H");
        });
        Client client = client(server);

        assertThat(client.json()).isEmpty();
        Refusal refusal = catchThrowableOfType(Refusal.class, client::json);

        assertThat(refusal.problem())
                .isEqualTo(new CompletionProblem.ProviderFailed("the provider's response is not well-formed HTTP"));
        assertThat(server.connections()).isEqualTo(1);
    }

    @Test
    void request_over_a_new_connection_is_not_sent_again() throws IOException {
        RawServer server = server((socket, number) -> RawServer.request(socket));

        Refusal refusal =
                catchThrowableOfType(Refusal.class, () -> client(server).json());

        assertThat(refusal.problem())
                .isEqualTo(new CompletionProblem.ProviderFailed("the connection to the provider failed"));
        assertThat(server.connections()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                JSON + "Content-Length: 9\r\n\r\n{\"a\":",
                JSON + "Transfer-Encoding: chunked\r\n\r\n5\r\n{\"a\":\r\n"
            })
    void provider_that_closes_inside_the_body_fails_the_call(String answer) throws IOException {
        RawServer server = server((socket, number) -> {
            RawServer.request(socket);
            RawServer.send(socket, answer);
        });

        Refusal refusal =
                catchThrowableOfType(Refusal.class, () -> client(server).json());

        assertThat(refusal.problem())
                .isEqualTo(new CompletionProblem.ProviderFailed("the connection to the provider failed"));
    }

    @Test
    void call_that_is_left_closes_its_connection() throws Exception {
        RawServer server = server((socket, number) -> {
            RawServer.request(socket);
            RawServer.send(socket, STREAM + LINE);
            RawServer.request(socket);
        });

        client(server).leave();

        assertThat(server.clientClosed().await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void concurrent_calls_have_separate_connections() throws Exception {
        CountDownLatch both = new CountDownLatch(2);
        RawServer server = server((socket, number) -> {
            RawServer.request(socket);
            both.countDown();
            await(both);
            RawServer.send(socket, SIZED);
            answerEach(socket, SIZED);
        });
        Client client = client(server);

        Thread other = Thread.ofVirtual().start(client::json);
        assertThat(client.json()).isEmpty();
        other.join();
        client.json();

        assertThat(server.connections()).isEqualTo(2);
    }

    @Test
    void request_that_the_provider_does_not_read_times_out() throws Exception {
        CountDownLatch expired = new CountDownLatch(1);
        RawServer server = server((socket, number) -> await(expired));
        Duration longTimeout = Duration.ofSeconds(60);
        ProviderTimeouts timeouts = new ProviderTimeouts(longTimeout, longTimeout, Duration.ofMillis(80), longTimeout);
        Address address = server.address("http", "127.0.0.1");
        Request large = Request.get(address, Map.of()).post("x".repeat(MORE_THAN_SOCKETS_HOLD));
        Provider provider = provider(address);

        Refusal refusal = catchThrowableOfType(
                Refusal.class,
                () -> provider.exchange(timeouts.streamed(), large, call -> call.json(100, ProviderJson::tree)));
        expired.countDown();

        assertThat(refusal.problem()).isEqualTo(new CompletionProblem.ProviderTimedOut("first token"));
    }

    @Test
    void head_past_its_bounds_is_refused() throws IOException {
        String line = "X: " + "y".repeat(Limits.HEADER_BYTES) + "\r\n";
        String many = "X: y\r\n".repeat(Limits.HEADERS + 1);
        for (String headers : List.of(line, many)) {
            RawServer server = server((socket, number) -> answerEach(socket, JSON + headers + "\r\n"));

            Refusal refusal =
                    catchThrowableOfType(Refusal.class, () -> client(server).json());

            assertThat(refusal.problem())
                    .isEqualTo(new CompletionProblem.ProviderFailed("the provider's response is not well-formed HTTP"));
        }
    }

    @Test
    void key_is_never_logged() throws IOException {
        RawServer server = server((socket, number) -> answerEach(socket, SIZED));
        Address address = server.address("http", "127.0.0.1");
        Request request = Request.get(address, Map.of("Authorization", "Bearer " + ScriptedServer.KEY));
        Provider provider = provider(address);
        Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        Level level = root.getLevel();
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        root.addAppender(lines);
        root.setLevel(Level.TRACE);

        try {
            provider.exchange(ProviderTimeouts.DEFAULT.whole(), request, call -> call.json(100, ProviderJson::tree));
        } finally {
            root.setLevel(level);
            root.detachAppender(lines);
        }

        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .noneMatch(line -> line.contains(ScriptedServer.KEY));
    }

    private static void answerEach(Socket socket, String answer) throws IOException {
        while (!socket.isClosed()) {
            RawServer.request(socket);
            RawServer.send(socket, answer);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    private RawServer server(RawServer.Script script) throws IOException {
        RawServer server = new RawServer(script);
        servers.add(server);
        return server;
    }

    private Client client(RawServer server) {
        Address address = server.address("http", "127.0.0.1");
        return new Client(provider(address), address);
    }

    private static Provider provider(Address address) {
        return new Provider(
                new Transport(address.origin(), Network.DEFAULT),
                new ProviderErrors(InstantSource.system(), List.of()));
    }

    private static final class Client {
        private final Provider provider;
        private final Request request;

        Client(Provider provider, Address address) {
            this.provider = provider;
            this.request = Request.get(address, Map.of()).post(Map.of("question", "?"));
        }

        JsonNode json() {
            return provider.exchange(STREAMED, request, call -> call.json(100, ProviderJson::tree));
        }

        String firstLine() {
            return provider.exchange(STREAMED, request, call -> {
                String line = call.lines(100, chunk -> {}).next().orElseThrow().toString();
                call.finish();
                return line;
            });
        }

        void leave() {
            provider.exchange(STREAMED, request, call -> call.isJson());
        }
    }
}
