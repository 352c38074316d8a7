package dev.guildhall.llm.openai;

import dev.guildhall.llm.wire.ProviderTimeouts;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
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

/** A provider on this machine that answers what a test tells it to. */
final class ScriptedProvider implements AutoCloseable {
    static final String KEY = "sk-test-secret";
    static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");

    private final MockWebServer server = new MockWebServer();

    ScriptedProvider() {
        try {
            server.start();
        } catch (IOException failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** Answers in this order. */
    void answers(MockResponse... responses) {
        for (MockResponse response : responses) {
            server.enqueue(response);
        }
    }

    void answersEach(Function<RecordedRequest, MockResponse> script) {
        server.setDispatcher(new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) {
                return script.apply(request);
            }
        });
    }

    static MockResponse events(String body) {
        return status(200)
                .setHeader("Content-Type", "text/event-stream")
                .body(body)
                .build();
    }

    static MockResponse json(String body) {
        return status(200)
                .setHeader("Content-Type", "application/json")
                .body(body)
                .build();
    }

    static MockResponse.Builder status(int code) {
        return new MockResponse.Builder().code(code);
    }

    /**
     * Sends the beginning of a stream, and then nothing more.
     *
     * @param ended is counted down when the client ends the connection
     */
    static MockResponse silentAfter(String beginning, CountDownLatch ended) {
        return status(200)
                .removeHeader("Content-Length")
                .setHeader("Content-Type", "text/event-stream")
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

    String baseUrl() {
        return server.url("/v1").toString();
    }

    OpenAiChatModel model() {
        return model(ProviderTimeouts.DEFAULT);
    }

    OpenAiChatModel model(ProviderTimeouts timeouts) {
        OpenAiOptions options = new OpenAiOptions(
                baseUrl(), Optional.of(KEY), "test-model", timeouts, OpenAiOptions.DEFAULT_MAX_BODY_BYTES);
        return new OpenAiChatModel(options, InstantSource.fixed(NOW));
    }

    int requests() {
        return server.getRequestCount();
    }

    RecordedRequest taken() throws InterruptedException {
        return server.takeRequest();
    }

    @Override
    public void close() {
        server.close();
    }
}
