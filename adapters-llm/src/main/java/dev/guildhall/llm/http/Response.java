package dev.guildhall.llm.http;

import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Optional;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHeaders;

/** A response whose head has come. For one thread. */
public final class Response {
    private final HttpUriRequestBase request;
    private final ClassicHttpResponse response;
    private final ProviderConnection connection;
    private final InputStream body;

    Response(HttpUriRequestBase request, ClassicHttpResponse response, ProviderConnection connection) {
        this.request = request;
        this.response = response;
        this.connection = connection;
        this.body = connection.body();
    }

    /** The status, 200 to 599. */
    public int status() {
        return response.getCode();
    }

    /** The first header of that name. */
    public Optional<String> header(String name) {
        return Optional.ofNullable(response.getFirstHeader(name)).map(Header::getValue);
    }

    /** Whether the body is one JSON value, and not a stream. */
    public boolean isJson() {
        String type = header(HttpHeaders.CONTENT_TYPE).orElse("");
        int parameters = type.indexOf(';');
        return (parameters < 0 ? type : type.substring(0, parameters))
                .strip()
                .toLowerCase(Locale.ROOT)
                .endsWith("json");
    }

    /** The body; a read waits only when the connection has no byte of it yet. */
    public InputStream body() {
        return body;
    }

    /**
     * Ends the exchange. The connection goes back to the pool when the reader needs no more of the body and the body ends;
     * otherwise it is closed.
     *
     * @param isRead whether the reader needs no more of the body
     */
    void close(boolean isRead) {
        HttpEntity entity = response.getEntity();
        if (entity == null || !entity.isStreaming()) {
            return;
        }
        if (!isRead) {
            request.abort();
        } else if (!release(entity, connection::hasEnd)) {
            Thread.ofVirtual().name("provider-response-end").start(() -> {
                if (!release(entity, connection::waitForEnd)) {
                    request.abort();
                }
            });
        }
    }

    private interface EndCheck {
        boolean hasEnded() throws IOException;
    }

    private static boolean release(HttpEntity entity, EndCheck end) {
        try {
            boolean ended = end.hasEnded();
            if (ended) {
                entity.close();
            }
            return ended;
        } catch (IOException broken) {
            return false;
        }
    }
}
