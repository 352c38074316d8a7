package dev.guildhall.integrations.otlp;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;

/** An OTLP receiver on loopback that reads spans as a collector does. */
final class OtlpReceiver implements AutoCloseable {
    private final HttpServer server;
    private final List<ExportTraceServiceRequest> requests = new CopyOnWriteArrayList<>();
    private final List<Headers> headers = new CopyOnWriteArrayList<>();
    private final BlockingQueue<ExportTraceServiceRequest> arrived = new LinkedBlockingQueue<>();
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile int status = 200;
    private volatile boolean hangs;

    OtlpReceiver() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        server.createContext("/v1/traces", this::take);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange;
                InputStream body = new GZIPInputStream(exchange.getRequestBody())) {
            headers.add(exchange.getRequestHeaders());
            ExportTraceServiceRequest request = ExportTraceServiceRequest.parseFrom(body);
            requests.add(request);
            arrived.add(request);
            if (hangs) {
                over.await();
            }
            byte[] answer = ExportTraceServiceResponse.getDefaultInstance().toByteArray();
            exchange.getResponseHeaders().set("Content-Type", "application/x-protobuf");
            exchange.sendResponseHeaders(status, answer.length == 0 ? -1 : answer.length);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    URI endpoint() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/v1/traces");
    }

    void answers(int other) {
        status = other;
    }

    void hangs() {
        hangs = true;
    }

    void resumes() {
        over.countDown();
    }

    List<ExportTraceServiceRequest> requests() {
        return requests;
    }

    Headers lastHeaders() {
        return headers.getLast();
    }

    /** All received spans, in their order. */
    List<Span> spans() {
        return requests.stream()
                .flatMap(request -> request.getResourceSpansList().stream())
                .flatMap(resource -> resource.getScopeSpansList().stream())
                .flatMap(scope -> scope.getSpansList().stream())
                .toList();
    }

    /** The spans whose names begin with the text. */
    List<Span> spans(String name) {
        return spans().stream().filter(span -> span.getName().startsWith(name)).toList();
    }

    Span span(String name) {
        List<Span> found = spans(name);
        if (found.size() != 1) {
            throw new AssertionError(found.size() + " spans " + name + " in " + spans());
        }
        return found.getFirst();
    }

    /** Waits until a span with that name has arrived. */
    void awaitSpan(String name) throws InterruptedException {
        while (spans(name).isEmpty()) {
            arrived.take();
        }
    }

    /** The attributes by name, with numbers as text. */
    static Map<String, String> attributes(List<KeyValue> attributes) {
        return attributes.stream()
                .collect(Collectors.toUnmodifiableMap(KeyValue::getKey, each -> text(each.getValue())));
    }

    private static String text(AnyValue value) {
        return switch (value.getValueCase()) {
            case STRING_VALUE -> value.getStringValue();
            case INT_VALUE -> Long.toString(value.getIntValue());
            case DOUBLE_VALUE -> Double.toString(value.getDoubleValue());
            case BOOL_VALUE -> Boolean.toString(value.getBoolValue());
            case ARRAY_VALUE ->
                value.getArrayValue().getValuesList().stream()
                        .map(OtlpReceiver::text)
                        .collect(Collectors.joining(","));
            default -> throw new AssertionError("unexpected " + value);
        };
    }

    @Override
    public void close() {
        over.countDown();
        server.stop(0);
    }
}
