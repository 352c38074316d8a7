package dev.guildhall.http;

import dev.guildhall.http.error.ErrorAnswer;
import dev.guildhall.http.error.ErrorForm;
import dev.guildhall.ports.run.Content;
import dev.guildhall.ports.run.Sha256;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/** Sends content: a part when the client asks for a range, no body when the client has it in its cache (RFC 9110). */
public final class ContentAnswer {
    /**
     * Describes the content.
     *
     * @param contentType its media type
     * @param digest identifies the content for caches
     */
    public record Entity(String contentType, Sha256 digest) {}

    private ContentAnswer() {}

    /**
     * Sends the response.
     *
     * @param errors the error form of the service
     * @param content is read and not closed
     */
    public static void send(Exchange exchange, ErrorForm errors, Entity entity, Content content) {
        String tag = "\"" + entity.digest().value() + "\"";
        exchange.header("ETag", tag);
        exchange.header("Accept-Ranges", "bytes");
        if (exchange.requestHeader("If-None-Match")
                .filter(known -> known.contains(tag))
                .isPresent()) {
            exchange.notModified();
            return;
        }
        Optional<String> asked =
                exchange.requestHeader("If-Range").map(tag::equals).orElse(true)
                        ? exchange.requestHeader("Range")
                        : Optional.empty();
        Optional<ByteRange> range = asked.flatMap(header -> ByteRange.parse(header, content.size()));
        if (range.isEmpty()) {
            exchange.content(200, entity.contentType(), content.size(), content.stream());
        } else if (range.get().isEmpty()) {
            exchange.header("Content-Range", "bytes */" + content.size());
            exchange.json(416, errors.body(outside(content), exchange.requestId()));
        } else {
            exchange.header("Content-Range", range.get() + "/" + content.size());
            skip(content, range.get().first());
            exchange.content(206, entity.contentType(), range.get().length(), content.stream());
        }
    }

    private static ErrorAnswer outside(Content content) {
        return new ErrorAnswer(416, "RANGE_NOT_SATISFIABLE", "Range: the file has " + content.size() + " bytes");
    }

    private static void skip(Content content, long bytes) {
        try {
            content.stream().skipNBytes(bytes);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
