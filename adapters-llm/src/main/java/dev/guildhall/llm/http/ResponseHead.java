package dev.guildhall.llm.http;

import java.io.EOFException;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;

/**
 * What comes before the body of an answer, as far as it matters here. Immutable.
 *
 * @param status 200 to 599
 * @param chunked whether the body comes in chunks
 * @param length of the body in bytes, or -1 where it is not told
 * @param keepsConnection whether the connection may be used again
 */
public record ResponseHead(
        int status,
        boolean chunked,
        long length,
        boolean keepsConnection,
        Optional<String> contentType,
        Optional<String> retryAfter) {
    private static final int FIRST_STATUS = 200;
    private static final int SWITCHED_PROTOCOL = 101;

    /** Waits for the head of the answer itself: what only says that one will come is passed over. */
    static ResponseHead read(HttpConnection connection) throws IOException {
        for (int i = 0; i <= Limits.INTERIM_HEADS; i++) {
            ResponseHead head = next(connection);
            if (head.status >= FIRST_STATUS) {
                return head;
            }
            if (head.status == SWITCHED_PROTOCOL) {
                throw new UnreadableAnswer("the provider's answer is not in HTTP/1.1");
            }
        }
        throw new UnreadableAnswer("the provider's answer does not begin");
    }

    private static ResponseHead next(HttpConnection connection) throws IOException {
        int searched = 0;
        while (true) {
            Slice buffered = connection.buffered();
            int length = HeadParser.lengthOfHead(buffered, searched);
            if (length > Limits.HEAD_BYTES || (length < 0 && buffered.length() > Limits.HEAD_BYTES)) {
                throw new UnreadableAnswer("the head of the provider's answer is too long");
            }
            if (length >= 0) {
                ResponseHead head = new HeadParser(buffered.first(length)).parse();
                connection.skip(length);
                return head;
            }
            searched = Math.max(0, buffered.length() - HeadParser.MOST_OF_END);
            if (!connection.fill()) {
                throw new EOFException("the connection ended in the head");
            }
        }
    }

    /** The same over a connection that is not used again. */
    ResponseHead last() {
        return new ResponseHead(status, chunked, length, false, contentType, retryAfter);
    }

    /** Whether no body follows, whatever the headers say. */
    boolean isBodiless() {
        return status == 204 || status == 304;
    }

    /** Whether the body is one JSON value, and no stream. */
    boolean isJson() {
        String type = contentType.orElse("");
        int parameters = type.indexOf(';');
        return (parameters < 0 ? type : type.substring(0, parameters))
                .strip()
                .toLowerCase(Locale.ROOT)
                .endsWith("json");
    }
}
