package dev.guildhall.wire.http;

import com.fasterxml.jackson.databind.util.ByteBufferBackedInputStream;
import java.io.SequenceInputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.EntityTemplate;

/** A request without a body, or with a body of JSON. Immutable. */
public final class Request {
    private static final ContentType JSON = ContentType.create("application/json");

    private final URI uri;
    private final Map<String, String> fields;
    private final Optional<List<ByteBuffer>> body;

    private Request(URI uri, Map<String, String> fields, Optional<List<ByteBuffer>> body) {
        this.uri = uri;
        this.fields = fields;
        this.body = body;
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
        return new Request(URI.create(address.toString()), Map.copyOf(fields), Optional.empty());
    }

    /** The same request with these headers in place of those of the same names. */
    public Request with(Map<String, String> headers) {
        Map<String, String> all = new LinkedHashMap<>(fields);
        all.putAll(headers);
        return new Request(uri, all, body);
    }

    /** A POST request to the same address with the same headers, and this value as JSON. */
    public Request post(Object value) {
        return postParts(List.of(ByteBuffer.wrap(ProviderJson.bytes(value))));
    }

    /** A POST request to the same address with the same headers, and these parts of JSON, one after the other. */
    public Request postParts(List<ByteBuffer> json) {
        return new Request(uri, fields, Optional.of(List.copyOf(json)));
    }

    /** The message to send once. */
    HttpUriRequestBase message() {
        HttpUriRequestBase message = new HttpUriRequestBase(body.isPresent() ? "POST" : "GET", uri);
        message.setHeader(HttpHeaders.ACCEPT, "*/*");
        message.setHeader(HttpHeaders.ACCEPT_ENCODING, "identity");
        fields.forEach(message::setHeader);
        body.ifPresent(json -> message.setEntity(entity(json)));
        return message;
    }

    /** The same message for {@link SecureTransport}. */
    HttpRequest secure() {
        HttpRequest.Builder message = HttpRequest.newBuilder(uri);
        message.setHeader(HttpHeaders.ACCEPT, "*/*");
        message.setHeader(HttpHeaders.ACCEPT_ENCODING, "identity");
        message.setHeader(HttpHeaders.USER_AGENT, "guildhall");
        fields.forEach(message::setHeader);
        body.ifPresent(json ->
                message.setHeader(HttpHeaders.CONTENT_TYPE, JSON.toString()).POST(publisher(json)));
        return message.build();
    }

    private static HttpRequest.BodyPublisher publisher(List<ByteBuffer> json) {
        long length = json.stream().mapToLong(ByteBuffer::remaining).sum();
        return HttpRequest.BodyPublishers.fromPublisher(
                HttpRequest.BodyPublishers.ofInputStream(() ->
                        new SequenceInputStream(Collections.enumeration(json.stream()
                                .map(part -> new ByteBufferBackedInputStream(part.duplicate()))
                                .toList()))),
                length);
    }

    private static HttpEntity entity(List<ByteBuffer> json) {
        if (json.size() == 1 && json.getFirst().hasArray()) {
            return new ByteArrayEntity(json.getFirst().array(), JSON);
        }
        long length = json.stream().mapToLong(ByteBuffer::remaining).sum();
        return new EntityTemplate(length, JSON, null, out -> {
            WritableByteChannel channel = Channels.newChannel(out);
            for (ByteBuffer part : json) {
                channel.write(part.duplicate());
            }
        });
    }
}
