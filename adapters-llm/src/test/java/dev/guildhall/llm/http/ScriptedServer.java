package dev.guildhall.llm.http;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okio.Buffer;
import okio.BufferedSink;
import okio.Okio;
import okio.Socket;

/** A server on this machine that answers what a test tells it to, in whatever protocol. */
public final class ScriptedServer implements AutoCloseable {
    /** The key that models send; it must never come out anywhere. */
    public static final String KEY = "sk-test-secret";

    /** What the models' clock says. */
    public static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");

    private final MockWebServer server = new MockWebServer();

    /** One that is running. */
    public ScriptedServer() {
        try {
            server.start();
        } catch (IOException failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** Answers in this order. */
    public void answers(MockResponse... responses) {
        for (MockResponse response : responses) {
            server.enqueue(response);
        }
    }

    /** Answers whatever is asked. */
    public void answersEach(Function<RecordedRequest, MockResponse> script) {
        server.setDispatcher(new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) {
                return script.apply(request);
            }
        });
    }

    /** A good answer. */
    public static MockResponse ok(String contentType, String body) {
        return status(200).setHeader("Content-Type", contentType).body(body).build();
    }

    /** A good answer that comes one byte at a time. */
    public static MockResponse byteByByte(String contentType, String body) {
        return status(200)
                .setHeader("Content-Type", contentType)
                .chunkedBody(new Buffer().writeUtf8(body), 1)
                .build();
    }

    /** An answer with that status. */
    public static MockResponse status(int code, String body) {
        return status(code).body(body).build();
    }

    /** The beginning of an answer with that status. */
    public static MockResponse.Builder status(int code) {
        return new MockResponse.Builder().code(code);
    }

    /**
     * Sends the beginning of a stream, and then nothing more.
     *
     * @param ended is counted down when the client ends the connection
     */
    public static MockResponse silentAfter(String contentType, String beginning, CountDownLatch ended) {
        return status(200)
                .removeHeader("Content-Length")
                .setHeader("Content-Type", contentType)
                .socketHandler(socket -> waitForTheEnd(socket, beginning, ended))
                .build();
    }

    private static void waitForTheEnd(Socket socket, String beginning, CountDownLatch ended) {
        try (BufferedSink sink = Okio.buffer(socket.getSink())) {
            sink.writeUtf8(beginning).flush();
            socket.getSource().read(new Buffer(), 1);
        } catch (IOException reset) {
            ended.countDown();
        }
        ended.countDown();
    }

    /** Where it is. */
    public String baseUrl() {
        return server.url("/").toString();
    }

    /** How often it was asked. */
    public int requests() {
        return server.getRequestCount();
    }

    /** The next request that it got. */
    public RecordedRequest taken() throws InterruptedException {
        return server.takeRequest();
    }

    /** The body of a request. */
    public static JsonNode body(RecordedRequest request) {
        return json(requireNonNull(request.getBody()).utf8());
    }

    /** A JSON text. */
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
