package dev.guildhall.http;

import dev.guildhall.http.error.ClientDisconnected;
import dev.guildhall.http.error.ErrorForm;
import dev.guildhall.http.error.ErrorResponse;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.run.Content;
import dev.guildhall.ports.run.Sha256;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.Optional;

/** Sends content: a part when the client asks for a range, no body when the client has it in its cache (RFC 9110). */
public final class ContentResponse {
    private static final int BUFFER = 64 * 1024;

    /**
     * @param contentType its media type
     * @param digest identifies the content for caches
     */
    public record Entity(String contentType, Sha256 digest) {}

    private ContentResponse() {}

    /**
     * @param errors the error form of the service
     * @param content is read and not closed
     */
    public static void send(Exchange exchange, ErrorForm errors, Entity entity, Content content) {
        String tag = "\"" + entity.digest().value() + "\"";
        exchange.header("Accept-Ranges", "bytes");
        if (exchange.isKnown(tag)) {
            exchange.notModified();
            return;
        }
        Optional<String> asked =
                exchange.requestHeader("If-Range").map(tag::equals).orElse(true)
                        ? exchange.requestHeader("Range")
                        : Optional.empty();
        Optional<ByteRange> range = asked.flatMap(header -> ByteRange.parse(header, content.size()));
        if (range.isEmpty()) {
            send(exchange, 200, entity.contentType(), content);
        } else if (range.get().isEmpty()) {
            exchange.header("Content-Range", "bytes */" + content.size());
            exchange.json(416, errors.body(outside(content), exchange.requestId()));
        } else {
            exchange.header("Content-Range", range.get() + "/" + content.size());
            skip(content, range.get().first());
            send(exchange, 206, entity.contentType(), new Content(range.get().length(), content.stream()));
        }
    }

    /**
     * The response counts as one of the caller's open streams, and ends early when the client disconnects or the
     * caller's session ends.
     */
    private static void send(Exchange exchange, int status, String contentType, Content content) {
        if (exchange.caller() instanceof Caller.User) {
            exchange.watch().countAsStream();
        }
        exchange.watch().cancelWhenClientLeaves();
        exchange.begin(status, contentType, content.size()).ifPresent(out -> copy(content, out, exchange.watch()));
    }

    private static void copy(Content content, OutputStream out, RequestWatch watch) {
        byte[] buffer = new byte[(int) Math.min(BUFFER, content.size())];
        for (long left = content.size(); left > 0; ) {
            int read = read(content.stream(), buffer, left);
            watch.requireRights();
            try {
                out.write(buffer, 0, read);
            } catch (IOException gone) {
                throw new ClientDisconnected(gone);
            }
            left -= read;
        }
    }

    private static int read(InputStream content, byte[] buffer, long left) {
        try {
            int read = content.read(buffer, 0, (int) Math.min(buffer.length, left));
            if (read < 0) {
                throw new EOFException(left + " bytes are missing");
            }
            return read;
        } catch (ClosedByInterruptException cancelled) {
            throw new Refusal(new CommonProblem.Cancelled());
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private static ErrorResponse outside(Content content) {
        return new ErrorResponse(416, "RANGE_NOT_SATISFIABLE", "Range: the file has " + content.size() + " bytes");
    }

    private static void skip(Content content, long bytes) {
        try {
            content.stream().skipNBytes(bytes);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
