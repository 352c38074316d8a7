package dev.guildhall.app.training;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A model provider with OpenAI's API that gives one answer. */
final class TrainingModel implements AutoCloseable {
    private static final int PIECES = 20;
    private static final String WHOLE = """
        {"id":"c","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant",\
        "content":"An answer of some words."},"finish_reason":"stop"}],"usage":{"prompt_tokens":9,"completion_tokens":9,\
        "total_tokens":18}}\
        """;
    private static final String PIECE = """
        data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{\
        "content":"word "},"finish_reason":null}]}

        """;
    private static final String END = """
        data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{},\
        "finish_reason":"stop"}],"usage":{"prompt_tokens":9,"completion_tokens":9,"total_tokens":18}}

        data: [DONE]

        """;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    TrainingModel() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        server.createContext("/", TrainingModel::answer);
        server.setExecutor(threads);
        server.start();
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
    }

    private static void answer(HttpExchange exchange) throws IOException {
        String asked = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        boolean streams = asked.contains("\"stream\":true");
        byte[] body = (streams ? PIECE.repeat(PIECES) + END : WHOLE).getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", streams ? "text/event-stream" : "application/json");
        exchange.sendResponseHeaders(200, streams ? 0 : body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.close();
    }
}
