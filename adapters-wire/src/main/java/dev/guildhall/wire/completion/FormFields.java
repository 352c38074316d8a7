package dev.guildhall.wire.completion;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The parts of a form with files (RFC 7578), found in its bytes so that all others pass unchanged. */
public final class FormFields {
    /** The most parts of a form. */
    public static final int MOST_PARTS = 100;

    private static final int MOST_HEAD = 8 * 1024;
    private static final Pattern BOUNDARY =
            Pattern.compile("(?i)multipart/form-data\\s*;.*?boundary=(?:\"([^\"]{1,70})\"|([^\\s;\"]{1,70})).*");
    private static final Pattern NAME = Pattern.compile("(?i)[;\\s]name=\"([^\"\\r\\n]*)\"");
    private static final byte[] HEAD_END = ascii("\r\n\r\n");

    private final ByteBuffer body;
    private final List<Part> parts;

    /**
     * A part.
     *
     * @param name of its field
     * @param isFile whether it has the name of a file
     * @param from where its content begins in the body
     * @param to where its content ends
     */
    private record Part(String name, boolean isFile, int from, int to) {}

    private FormFields(ByteBuffer body, List<Part> parts) {
        this.body = body;
        this.parts = parts;
    }

    /** Whether a body of that type is a form. */
    public static boolean isForm(String contentType) {
        return contentType.strip().toLowerCase(Locale.ROOT).startsWith("multipart/form-data");
    }

    /** The parts of a form; empty when it is malformed or has too many. */
    public static Optional<FormFields> parse(String contentType, ByteBuffer body) {
        Matcher type = BOUNDARY.matcher(contentType.strip());
        if (!type.matches()) {
            return Optional.empty();
        }
        byte[] boundary = ascii("--" + (type.group(1) == null ? type.group(2) : type.group(1)));
        List<Part> parts = new ArrayList<>();
        ByteBuffer bytes = body.slice();
        int at = startsWith(bytes, 0, boundary) ? 0 : find(bytes, 0, ascii("\r\n" + text(boundary))) + 2;
        if (at < 0 || !startsWith(bytes, at, boundary)) {
            return Optional.empty();
        }
        byte[] delimiter = ascii("\r\n" + text(boundary));
        int next = at + boundary.length;
        while (!startsWith(bytes, next, ascii("--"))) {
            int head = lineEnd(bytes, next);
            int content = head < 0 ? -1 : find(bytes, head - 2, HEAD_END);
            if (content < 0 || content - head > MOST_HEAD || parts.size() == MOST_PARTS) {
                return Optional.empty();
            }
            int from = content + HEAD_END.length;
            int to = find(bytes, from - 2, delimiter);
            Optional<Part> part = part(text(bytes, head - 2, content), from, to);
            if (to < 0 || part.isEmpty()) {
                return Optional.empty();
            }
            parts.add(part.get());
            next = to + delimiter.length;
        }
        return parts.isEmpty() ? Optional.empty() : Optional.of(new FormFields(bytes, parts));
    }

    private static Optional<Part> part(String head, int from, int to) {
        Matcher name = NAME.matcher(head);
        return name.find()
                ? Optional.of(new Part(
                        name.group(1), head.toLowerCase(Locale.ROOT).contains("filename"), from, Math.max(from, to)))
                : Optional.empty();
    }

    /** Behind the end of a line, which white space may precede. */
    private static int lineEnd(ByteBuffer bytes, int from) {
        int at = from;
        while (at < bytes.limit() && (bytes.get(at) == ' ' || bytes.get(at) == '\t')) {
            at++;
        }
        return startsWith(bytes, at, ascii("\r\n")) ? at + 2 : -1;
    }

    /** The text of the first field of that name; empty when there is none. */
    public Optional<String> text(String name) {
        return parts.stream()
                .filter(part -> part.name().equals(name) && !part.isFile())
                .map(part -> text(body, part.from(), part.to()))
                .findFirst();
    }

    /** The content of the first file; empty when there is none. */
    public Optional<ByteBuffer> file() {
        return parts.stream()
                .filter(Part::isFile)
                .map(part -> body.slice(part.from(), part.to() - part.from()))
                .findFirst();
    }

    /** The body whose fields of that name have another text; the other bytes are views of it. */
    public List<ByteBuffer> with(String name, String text) {
        List<ByteBuffer> all = new ArrayList<>();
        int copied = 0;
        for (Part part : parts) {
            if (part.name().equals(name) && !part.isFile()) {
                all.add(body.slice(copied, part.from() - copied));
                all.add(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
                copied = part.to();
            }
        }
        all.add(body.slice(copied, body.limit() - copied));
        return all;
    }

    private static boolean startsWith(ByteBuffer bytes, int at, byte[] text) {
        if (at < 0 || bytes.limit() - at < text.length) {
            return false;
        }
        for (int i = 0; i < text.length; i++) {
            if (bytes.get(at + i) != text[i]) {
                return false;
            }
        }
        return true;
    }

    private static int find(ByteBuffer bytes, int from, byte[] text) {
        for (int at = Math.max(0, from); at <= bytes.limit() - text.length; at++) {
            if (bytes.get(at) == text[0] && startsWith(bytes, at, text)) {
                return at;
            }
        }
        return -1;
    }

    private static String text(ByteBuffer bytes, int from, int to) {
        return StandardCharsets.UTF_8.decode(bytes.slice(from, to - from)).toString();
    }

    private static String text(byte[] ascii) {
        return new String(ascii, StandardCharsets.ISO_8859_1);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
