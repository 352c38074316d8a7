package dev.guildhall.llm.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.guildhall.llm.provider.Clients;
import dev.guildhall.llm.provider.Provider;
import dev.guildhall.llm.provider.ProviderErrors;
import dev.guildhall.ports.problem.CompletionProblem;
import dev.guildhall.ports.problem.Refusal;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsTest {
    private static final String PASSWORD = "changeit";
    private static final String ANSWER = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n";

    @TempDir
    private static Path directory;

    private static SSLContext context;
    private RawServer server;

    /** A certificate for {@code localhost} that nobody signed but its owner. */
    @BeforeAll
    static void makeCertificate() throws Exception {
        Path store = directory.resolve("store.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-alias",
                        "test",
                        "-dname",
                        "CN=test",
                        "-ext",
                        "SAN=dns:localhost",
                        "-storepass",
                        PASSWORD,
                        "-keystore",
                        store.toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("keytool.txt").toFile())
                .start();
        assertThat(keytool.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(keytool.exitValue())
                .as(Files.readString(directory.resolve("keytool.txt")))
                .isZero();
        context = context(store);
    }

    private static SSLContext context(Path file) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD.toCharArray());
        }
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD.toCharArray());
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("test", store.getCertificate("test"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }

    @BeforeEach
    void start() throws IOException {
        server = new RawServer(context.getServerSocketFactory(), (socket, number) -> {
            while (!socket.isClosed()) {
                RawServer.request(socket);
                RawServer.send(socket, ANSWER);
            }
        });
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    @Test
    void certificate_that_nobody_trusts_is_refused() {
        assertThatExceptionOfType(SSLHandshakeException.class)
                .isThrownBy(() -> ask("localhost", (SSLSocketFactory) SSLSocketFactory.getDefault(), 1));
    }

    @Test
    void nobody_tries_again_with_a_certificate_that_is_refused() {
        Address address = server.address("https", "localhost");
        Provider provider = new Provider(new ProviderErrors(InstantSource.system(), Optional.empty()));
        Clients clients = Clients.of(address.origin(), ProviderTimeouts.DEFAULT);

        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> provider.exchange(clients.whole(), Request.get(address, Map.of()), call -> 1))
                .extracting(Refusal::problem)
                .isEqualTo(new CompletionProblem.ProviderFailed("the connection to the provider could not be secured"));
    }

    @Test
    void certificate_for_another_host_is_refused() {
        assertThatExceptionOfType(SSLHandshakeException.class)
                .isThrownBy(() -> ask("127.0.0.1", context.getSocketFactory(), 1));
    }

    @Test
    void connection_with_a_trusted_certificate_serves_several_calls() throws IOException {
        ask("localhost", context.getSocketFactory(), 5);

        assertThat(server.connections()).isEqualTo(1);
    }

    private void ask(String host, SSLSocketFactory sockets, int times) throws IOException {
        Address address = server.address("https", host);
        TimedClient client = Clients.of(new Connector(address.origin(), () -> sockets), ProviderTimeouts.DEFAULT)
                .whole();
        for (int i = 0; i < times; i++) {
            HttpCalls.Answer answer = client.calls().send(Request.get(address, Map.of()), new CallProgress(client));
            assertThat(answer.body().readAllBytes()).asString().isEqualTo("{}");
            client.calls().release(answer, true);
        }
    }
}
