package dev.guildhall.llm.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.llm.provider.Clients;
import dev.guildhall.llm.provider.Provider;
import dev.guildhall.llm.provider.ProviderErrors;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
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
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpCallsTest {
    private static final int CALLS = 20;
    private static final int MORE_THAN_SOCKETS_HOLD = 32 * 1024 * 1024;
    private static final String JSON = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
    private static final String SIZED = JSON + "Content-Length: 2\r\n\r\n{}";
    private static final String STREAM = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    private static final String LINE = "4\r\nend\n\r\n";

    private final Provider provider = new Provider(new ProviderErrors(InstantSource.system(), Optional.empty()));
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
    void calls_one_after_the_other_use_one_connection(String answer) throws IOException {
        RawServer server = server((socket, number) -> answerEach(socket, answer));
        Client client = client(server);

        for (int i = 0; i < CALLS; i++) {
            assertThat(client.json()).isEmpty();
        }

        assertThat(server.connections()).isEqualTo(1);
    }

    @Test
    void stream_whose_end_is_not_read_leaves_its_connection_to_the_next() throws IOException {
        RawServer server = server((socket, number) -> answerEach(socket, STREAM + LINE + "0\r\n\r\n"));
        Client client = client(server);

        for (int i = 0; i < CALLS; i++) {
            assertThat(client.firstLine()).isEqualTo("end");
        }

        assertThat(server.connections()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "2\r\nmo", "2\r\nm"})
    void stream_that_goes_on_behind_its_end_takes_its_connection_with_it(String more) throws IOException {
        RawServer server = server((socket, number) -> answerEach(socket, STREAM + LINE + more));
        Client client = client(server);

        assertThat(client.firstLine()).isEqualTo("end");
        assertThat(client.firstLine()).isEqualTo("end");

        assertThat(server.connections()).isEqualTo(2);
    }

    @Test
    void error_that_was_read_leaves_its_connection_to_the_next() throws IOException {
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
    void connection_that_cannot_be_trusted_is_not_used_again(String answer) throws IOException {
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
    void request_over_a_kept_connection_that_was_closed_goes_out_again_over_a_new_one() throws IOException {
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
    void provider_that_went_away_while_its_connection_was_kept_could_not_be_reached() throws Exception {
        CountDownLatch away = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        RawServer server = server((socket, number) -> {
            RawServer.request(socket);
            RawServer.send(socket, SIZED);
            await(away);
            socket.close();
            closed.countDown();
        });
        Client client = client(server);
        assertThat(client.json()).isEmpty();

        server.close();
        away.countDown();
        await(closed);
        Refusal refusal = catchThrowableOfType(Refusal.class, client::json);

        assertThat(refusal.problem())
                .isEqualTo(new CompletionProblem.ProviderFailed("the provider could not be reached", true));
    }

    @Test
    void answer_that_comes_before_the_request_was_taken_counts() throws Exception {
        RawServer server = server((socket, number) -> {
            RawServer.send(socket, "HTTP/1.1 429 No\r\nContent-Length: 2\r\n\r\n{}");
            socket.getInputStream().readNBytes(1);
        });
        Address address = server.address("http", "127.0.0.1");
        Request large = Request.get(address, Map.of()).post("x".repeat(MORE_THAN_SOCKETS_HOLD));
        TimedClient client =
                Clients.of(address.origin(), ProviderTimeouts.DEFAULT).streamed();

        for (int i = 1; i <= 2; i++) {
            Refusal refusal = catchThrowableOfType(
                    Refusal.class, () -> provider.exchange(client, large, call -> call.json(100, ProviderJson::tree)));

            assertThat(refusal.problem()).isEqualTo(new CompletionProblem.ProviderLimited(Optional.empty()));
            assertThat(server.connections()).isEqualTo(i);
        }
    }

    @Test
    void request_whose_answer_had_begun_does_not_go_out_again() throws IOException {
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
                .isEqualTo(new CompletionProblem.ProviderFailed("the connection to the provider broke off"));
        assertThat(server.connections()).isEqualTo(1);
    }

    @Test
    void request_over_a_new_connection_does_not_go_out_again() throws IOException {
        RawServer server = server((socket, number) -> RawServer.request(socket));

        Refusal refusal =
                catchThrowableOfType(Refusal.class, () -> client(server).json());

        assertThat(refusal.problem())
                .isEqualTo(new CompletionProblem.ProviderFailed("the connection to the provider broke off"));
        assertThat(server.connections()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                JSON + "Content-Length: 9\r\n\r\n{\"a\":",
                JSON + "Transfer-Encoding: chunked\r\n\r\n5\r\n{\"a\":\r\n"
            })
    void server_that_closes_inside_the_body_broke_off(String answer) throws IOException {
        RawServer server = server((socket, number) -> {
            RawServer.request(socket);
            RawServer.send(socket, answer);
        });

        Refusal refusal =
                catchThrowableOfType(Refusal.class, () -> client(server).json());

        assertThat(refusal.problem())
                .isEqualTo(new CompletionProblem.ProviderFailed("the connection to the provider broke off"));
    }

    @Test
    void answer_that_is_left_ends_upstream() throws Exception {
        RawServer server = server((socket, number) -> {
            RawServer.request(socket);
            RawServer.send(socket, STREAM + LINE);
            RawServer.request(socket);
        });

        client(server).leave();

        assertThat(server.clientHasGone().await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void calls_at_once_have_connections_of_their_own() throws Exception {
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
    void request_that_the_provider_does_not_take_times_out() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        RawServer server = server((socket, number) -> await(over));
        Duration patience = Duration.ofSeconds(60);
        ProviderTimeouts timeouts = new ProviderTimeouts(patience, patience, Duration.ofMillis(80), patience);
        Address address = server.address("http", "127.0.0.1");
        Request large = Request.get(address, Map.of()).post("x".repeat(MORE_THAN_SOCKETS_HOLD));
        TimedClient client = Clients.of(address.origin(), timeouts).streamed();

        Refusal refusal = catchThrowableOfType(
                Refusal.class, () -> provider.exchange(client, large, call -> call.json(100, ProviderJson::tree)));
        over.countDown();

        assertThat(refusal.problem()).isEqualTo(new CompletionProblem.ProviderTimedOut("first token"));
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
        return new Client(Clients.of(address.origin(), ProviderTimeouts.DEFAULT).streamed(), address);
    }

    private final class Client {
        private final TimedClient client;
        private final Request request;

        Client(TimedClient client, Address address) {
            this.client = client;
            this.request = Request.get(address, Map.of()).post(Map.of("question", "?"));
        }

        JsonNode json() {
            return provider.exchange(client, request, call -> call.json(100, ProviderJson::tree));
        }

        String firstLine() {
            return provider.exchange(client, request, call -> {
                String line = call.lines(ProviderTimeouts.DEFAULT, 100, chunk -> {})
                        .next()
                        .orElseThrow()
                        .toString();
                call.finish();
                return line;
            });
        }

        void leave() {
            provider.exchange(client, request, call -> call.isJson());
        }
    }
}
