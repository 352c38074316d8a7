package dev.guildhall.llm.http;

import java.util.Locale;
import java.util.Optional;

/**
 * Reads one head. What could be read in two ways is refused, for then somebody on the way may have read the other one:
 * folded lines, blanks behind a name, two lengths. For one head.
 */
final class HeadParser {
    /** How many bytes of an end without its last one there can be. */
    static final int MOST_OF_END = 3;

    private static final int MOST_DIGITS = 18;
    private static final String VERSION = "HTTP/1.";

    private final Slice head;
    private int at;
    private int fields;
    private int status;
    private boolean chunked;
    private long length = -1;
    private boolean keeps;
    private Optional<String> contentType = Optional.empty();
    private Optional<String> retryAfter = Optional.empty();

    HeadParser(Slice head) {
        this.head = head;
    }

    /** How long the head is, its empty line included; -1 when its end is not there. Lines end in LF or CRLF. */
    static int lengthOfHead(Slice bytes, int from) {
        for (int i = from; i < bytes.length(); i++) {
            if (bytes.at(i) != '\n') {
                continue;
            }
            int next = i + 1 < bytes.length() && bytes.at(i + 1) == '\r' ? i + 2 : i + 1;
            if (next < bytes.length() && bytes.at(next) == '\n') {
                return next + 1;
            }
        }
        return -1;
    }

    ResponseHead parse() throws UnreadableAnswer {
        parseStatus(line());
        for (Slice line = line(); !line.isEmpty(); line = line()) {
            if (++fields > Limits.HEADERS) {
                throw new UnreadableAnswer("the provider's answer has too many headers");
            }
            parseField(line);
        }
        if (chunked && length >= 0) {
            throw unreadable();
        }
        return new ResponseHead(status, chunked, length, keeps, contentType, retryAfter);
    }

    private Slice line() {
        int first = at;
        while (head.at(at) != '\n') {
            at++;
        }
        int end = at > first && head.at(at - 1) == '\r' ? at - 1 : at;
        at++;
        return head.between(first, end);
    }

    private void parseStatus(Slice line) throws UnreadableAnswer {
        int code = VERSION.length() + 2;
        boolean wellFormed = line.length() >= code + 3
                && line.startsWith(VERSION)
                && (line.at(code - 2) == '0' || line.at(code - 2) == '1')
                && line.at(code - 1) == ' '
                && (line.length() == code + 3 || line.at(code + 3) == ' ');
        if (!wellFormed) {
            throw new UnreadableAnswer("the provider's answer is not in HTTP/1.1");
        }
        keeps = line.at(code - 2) == '1';
        status = (int) number(line.between(code, code + 3));
        if (status < 100 || status > 599) {
            throw unreadable();
        }
    }

    private void parseField(Slice line) throws UnreadableAnswer {
        int colon = line.indexOf(':');
        if (colon < 1 || !isToken(line.first(colon)) || hasControls(line)) {
            throw unreadable();
        }
        Slice name = line.first(colon);
        Slice value = line.behind(colon + 1).stripped();
        if (name.isIgnoringCase("content-length")) {
            parseLength(value);
        } else if (name.isIgnoringCase("transfer-encoding")) {
            parseCoding(value);
        } else if (name.isIgnoringCase("content-encoding")) {
            requirePlain(value);
        } else if (name.isIgnoringCase("connection")) {
            keeps &= !value.toString().toLowerCase(Locale.ROOT).contains("close");
        } else if (name.isIgnoringCase("content-type")) {
            contentType = Optional.of(value.toString());
        } else if (name.isIgnoringCase("retry-after")) {
            retryAfter = Optional.of(value.toString());
        }
    }

    private void parseLength(Slice value) throws UnreadableAnswer {
        if (length >= 0) {
            throw unreadable();
        }
        length = number(value);
    }

    private void parseCoding(Slice value) throws UnreadableAnswer {
        if (chunked || !value.isIgnoringCase("chunked")) {
            throw unreadable();
        }
        chunked = true;
    }

    private static void requirePlain(Slice value) throws UnreadableAnswer {
        if (!value.isEmpty() && !value.isIgnoringCase("identity")) {
            throw new UnreadableAnswer("the provider's answer is compressed, which it was not asked for");
        }
    }

    private static long number(Slice digits) throws UnreadableAnswer {
        if (digits.isEmpty() || digits.length() > MOST_DIGITS) {
            throw unreadable();
        }
        long number = 0;
        for (int i = 0; i < digits.length(); i++) {
            int digit = digits.at(i) - '0';
            if (digit < 0 || digit > 9) {
                throw unreadable();
            }
            number = number * 10 + digit;
        }
        return number;
    }

    private static boolean isToken(Slice name) {
        for (int i = 0; i < name.length(); i++) {
            byte one = name.at(i);
            if (one <= ' ' || one == 0x7f || "\"(),/;<=>?@[\\]{}".indexOf(one) >= 0) {
                return false;
            }
        }
        return true;
    }

    /** A CR that ends no line, or a NUL, is read in many ways. */
    private static boolean hasControls(Slice line) {
        for (int i = 0; i < line.length(); i++) {
            if (line.at(i) == '\r' || line.at(i) == 0) {
                return true;
            }
        }
        return false;
    }

    private static UnreadableAnswer unreadable() {
        return new UnreadableAnswer("the head of the provider's answer is malformed");
    }
}
