package dev.guildhall.wire.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import okhttp3.MediaType;
import okhttp3.RequestBody;
import okio.BufferedSink;

/** A request without a body, or with a body of JSON or of another media type. Immutable. */
public final class Request {
    private static final String JSON = "application/json";

    private final okhttp3.Request message;

    private Request(okhttp3.Request message) {
        this.message = message;
    }

    /**
     * A GET request. It accepts no compression, which would delay the chunks of a stream.
     *
     * @param fields the headers that not every request has
     * @throws IllegalArgumentException when a header has characters that no header may have
     */
    public static Request get(Address address, Map<String, String> fields) {
        fields.forEach((name, value) -> {
            if (!name.matches("[A-Za-z0-9-]+") || !value.matches("[\\x20-\\x7e]*")) {
                throw new IllegalArgumentException("a header must be visible ASCII characters");
            }
        });
        okhttp3.Request plain = new okhttp3.Request.Builder()
                .url(address.toString())
                .header("Accept", "*/*")
                .header("Accept-Encoding", "identity")
                .header("User-Agent", "guildhall")
                .build();
        return new Request(plain).with(fields);
    }

    /** The same request with these headers in place of those of the same names. */
    public Request with(Map<String, String> headers) {
        okhttp3.Request.Builder other = message.newBuilder();
        headers.forEach(other::header);
        return new Request(other.build());
    }

    /** A POST request to the same address with the same headers, and this value as JSON. */
    public Request post(Object value) {
        return postParts(List.of(ByteBuffer.wrap(ProviderJson.bytes(value))));
    }

    /** A POST request to the same address with the same headers, and these parts of JSON, one after the other. */
    public Request postParts(List<ByteBuffer> json) {
        return postParts(JSON, json);
    }

    /** The same for a body of another media type. */
    public Request postParts(String contentType, List<ByteBuffer> parts) {
        return new Request(message.newBuilder()
                .post(new Parts(MediaType.get(contentType), List.copyOf(parts)))
                .build());
    }

    okhttp3.Request message() {
        return message;
    }

    private static final class Parts extends RequestBody {
        private final MediaType type;
        private final List<ByteBuffer> parts;

        Parts(MediaType type, List<ByteBuffer> parts) {
            this.type = type;
            this.parts = parts;
        }

        @Override
        public MediaType contentType() {
            return type;
        }

        @Override
        public long contentLength() {
            return parts.stream().mapToLong(ByteBuffer::remaining).sum();
        }

        @Override
        public void writeTo(BufferedSink sink) throws IOException {
            for (ByteBuffer part : parts) {
                sink.write(part.duplicate());
            }
        }
    }
}
