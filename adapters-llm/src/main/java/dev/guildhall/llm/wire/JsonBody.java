package dev.guildhall.llm.wire;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.MediaType;
import okhttp3.RequestBody;
import okio.BufferedSink;

/**
 * A request as JSON. It goes out once over a connection of its own; over one that was kept it goes out again when the
 * provider had closed that one meanwhile (RFC 9112, 9.3.1). Thread-safe.
 */
public final class JsonBody extends RequestBody {
    private static final MediaType JSON = MediaType.get("application/json");

    private final byte[] json;
    private final AtomicInteger written = new AtomicInteger();

    /** What came through the ports, which is always data that JSON knows. */
    public JsonBody(Object value) {
        this.json = Json.bytes(value);
    }

    @Override
    public MediaType contentType() {
        return JSON;
    }

    @Override
    public long contentLength() {
        return json.length;
    }

    @Override
    public boolean isOneShot() {
        return written.get() > 1
                || CallProgress.current().map(CallProgress::hasConnected).orElse(false);
    }

    @Override
    public void writeTo(BufferedSink sink) throws IOException {
        written.incrementAndGet();
        sink.write(json);
    }
}
