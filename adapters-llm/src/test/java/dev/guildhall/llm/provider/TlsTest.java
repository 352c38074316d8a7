package dev.guildhall.llm.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.http.Address;
import dev.guildhall.wire.http.CallProgress;
import dev.guildhall.wire.http.Network;
import dev.guildhall.wire.http.ProviderTimeouts;
import dev.guildhall.wire.http.ProxyAddress;
import dev.guildhall.wire.http.RawServer;
import dev.guildhall.wire.http.Request;
import dev.guildhall.wire.http.Response;
import dev.guildhall.wire.http.ResponseMemory;
import dev.guildhall.wire.http.TestCertificate;
import dev.guildhall.wire.http.Transport;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsTest {
    private static final String ANSWER = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n";

    private static final SSLContext CONTEXT = TestCertificate.LOCALHOST.context();

    @AutoClose
    private RawServer server;

    @Test
    void the_authorities_in_a_file_are_trusted_beside_those_of_java(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("authorities.pem"), TestCertificate.LOCALHOST.pem());

        ask("localhost", Network.trusting(file), 1);
    }

    @Test
    void a_file_without_a_certificate_is_refused(@TempDir Path folder) throws IOException {
        Path missing = folder.resolve("none.pem");
        Path empty = Files.createFile(folder.resolve("empty.pem"));
        Path other = Files.writeString(folder.resolve("other.pem"), "not a certificate");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Network.trusting(missing))
                .withMessage(missing + ": cannot be read");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Network.trusting(empty))
                .withMessage(empty + ": has no certificate");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Network.trusting(other))
                .withMessageStartingWith(other + ": ");
    }

    @BeforeEach
    void start() throws IOException {
        server = new RawServer(CONTEXT.getServerSocketFactory(), (socket, number) -> {
            while (!socket.isClosed()) {
                RawServer.request(socket);
                RawServer.send(socket, ANSWER);
            }
        });
    }

    @Test
    void untrusted_certificate_is_refused() {
        assertThatExceptionOfType(SSLHandshakeException.class)
                .isThrownBy(() -> ask("localhost", SSLContext.getDefault(), 1));
    }

    @Test
    void call_to_an_untrusted_provider_is_not_repeated() {
        Address address = server.address("https", "localhost");
        Provider provider = new Provider(
                new Transport(address.origin(), Network.DEFAULT),
                new ProviderErrors(InstantSource.system(), List.of()));

        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() ->
                        provider.exchange(ProviderTimeouts.DEFAULT.whole(), Request.get(address, Map.of()), call -> 1))
                .extracting(Refusal::problem)
                .isEqualTo(new CompletionProblem.ProviderFailed("the connection to the provider could not be secured"));
    }

    @Test
    void certificate_for_another_host_is_refused() {
        assertThatExceptionOfType(SSLPeerUnverifiedException.class).isThrownBy(() -> ask("127.0.0.1", CONTEXT, 1));
    }

    @Test
    void connection_with_a_trusted_certificate_serves_several_calls() throws IOException {
        ask("localhost", CONTEXT, 5);

        assertThat(server.connections()).isEqualTo(1);
    }

    @Test
    void calls_reach_the_provider_through_a_tunnel_of_the_proxy() throws IOException {
        try (RawServer proxy = new RawServer(TlsTest::tunnel)) {
            ask(
                    "localhost",
                    CONTEXT,
                    Optional.of(
                            new ProxyAddress("127.0.0.1", proxy.socketAddress().getPort(), Optional.empty())),
                    5);

            assertThat(proxy.connections()).isEqualTo(1);
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    /** Connects a client to the host that it names, and copies the bytes of both. */
    private static void tunnel(Socket client, int number) throws IOException {
        Matcher target = Pattern.compile("CONNECT (.+):(\\d+) HTTP/1.1").matcher(RawServer.request(client));
        assertThat(target.lookingAt()).isTrue();
        try (Socket provider = new Socket(target.group(1), Integer.parseInt(target.group(2)))) {
            RawServer.send(client, "HTTP/1.1 200 Connection established\r\n\r\n");
            Thread.ofVirtual().start(() -> copy(provider, client));
            copy(client, provider);
        }
    }

    private static void copy(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
            to.shutdownOutput();
        } catch (IOException closed) {
            // One side has closed its connection, which ends the tunnel.
        }
    }

    private void ask(String host, SSLContext tls, int times) throws IOException {
        ask(host, tls, Optional.empty(), times);
    }

    private void ask(String host, SSLContext tls, Optional<ProxyAddress> proxy, int times) throws IOException {
        Address address = server.address("https", host);
        Transport transport = new Transport(address.origin(), new Network(tls, proxy));
        for (int i = 0; i < times; i++) {
            CallProgress call = new CallProgress(ProviderTimeouts.DEFAULT.whole());
            try (Response response = transport.open(Request.get(address, Map.of()), call, ResponseMemory.OF_THE_HEAP)) {
                assertThat(response.body().readAllBytes()).asString().isEqualTo("{}");
                response.finish();
            }
        }
    }
}
