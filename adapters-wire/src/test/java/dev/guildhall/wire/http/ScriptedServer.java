package dev.guildhall.wire.http;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okhttp3.Protocol;
import okhttp3.internal.http2.Http2Stream;
import okio.Buffer;
import okio.BufferedSink;
import okio.Okio;
import okio.Socket;

/** A server that sends the responses of a test, in any protocol. */
public final class ScriptedServer implements AutoCloseable {
    /** The key that models send; no message and no log may contain it. */
    public static final String KEY = "sk-test-secret";

    /** The time of the clock of the models. */
    public static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");

    private static final Duration RESET_CHECK = Duration.ofMillis(5);

    private final MockWebServer server = new MockWebServer();

    /** A server that is running. */
    public ScriptedServer() {
        start();
    }

    /** A server that is running, with TLS and that version of HTTP. */
    public ScriptedServer(SSLContext tls, Protocol version) {
        server.setProtocols(version == Protocol.HTTP_2 ? List.of(version, Protocol.HTTP_1_1) : List.of(version));
        this.server.useHttps(tls.getSocketFactory());
        start();
    }

    private void start() {
        server.setServerSocketFactory(new PromptSockets());
        try {
            server.start();
        } catch (IOException failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** Sends these responses in this order. */
    public void answers(MockResponse... responses) {
        for (MockResponse response : responses) {
            server.enqueue(response);
        }
    }

    /** Sends the response that the script returns for each request. */
    public void answersEach(Function<RecordedRequest, MockResponse> script) {
        server.setDispatcher(new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) {
                return script.apply(request);
            }
        });
    }

    /** A response with status 200. */
    public static MockResponse ok(String contentType, String body) {
        return status(200).setHeader("Content-Type", contentType).body(body).build();
    }

    /** A response with status 200 in chunks of one byte. */
    public static MockResponse byteByByte(String contentType, String body) {
        return status(200)
                .setHeader("Content-Type", contentType)
                .chunkedBody(new Buffer().writeUtf8(body), 1)
                .build();
    }

    /** A response with that status. */
    public static MockResponse status(int code, String body) {
        return status(code).body(body).build();
    }

    /** A builder of a response with that status. */
    public static MockResponse.Builder status(int code) {
        return new MockResponse.Builder().code(code);
    }

    /**
     * A response that sends the beginning of a stream, and then nothing more.
     *
     * @param ended is counted down when the client closes the connection
     */
    public static MockResponse silentAfter(String contentType, String beginning, CountDownLatch ended) {
        return silentAfter(contentType, beginning, new CountDownLatch(1), ended);
    }

    /**
     * A response that sends the beginning of a stream, and then nothing more.
     *
     * @param sent is counted down when the beginning was sent
     * @param ended is counted down when the client closes the connection, unless it does before the headers were sent
     */
    public static MockResponse silentAfter(
            String contentType, String beginning, CountDownLatch sent, CountDownLatch ended) {
        return status(200)
                .removeHeader("Content-Length")
                .setHeader("Content-Type", contentType)
                .socketHandler(socket -> waitForTheEnd(socket, beginning, sent, ended))
                .build();
    }

    private static void waitForTheEnd(Socket socket, String beginning, CountDownLatch sent, CountDownLatch ended) {
        try (BufferedSink sink = Okio.buffer(socket.getSink())) {
            sink.writeUtf8(beginning).flush();
            sent.countDown();
            socket.getSource().read(new Buffer(), 1);
            while (socket instanceof Http2Stream) {
                // The request has ended, the response has not: only a write notices that the client resets the stream.
                LockSupport.parkNanos(RESET_CHECK.toNanos());
                sink.flush();
            }
        } catch (IOException reset) {
            ended.countDown();
        }
        ended.countDown();
    }

    /** The URL of the server. */
    public String baseUrl() {
        return server.url("/").toString();
    }

    /** The number of requests. */
    public int requests() {
        return server.getRequestCount();
    }

    /** The next request that the server has received. */
    public RecordedRequest taken() throws InterruptedException {
        return server.takeRequest();
    }

    /** The body of a request. */
    public static JsonNode body(RecordedRequest request) {
        return json(requireNonNull(request.getBody()).utf8());
    }

    /** Parses JSON. */
    public static JsonNode json(String text) {
        try {
            return ProviderJson.MAPPER.readTree(text);
        } catch (JsonProcessingException notJson) {
            throw new AssertionError(notJson);
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
