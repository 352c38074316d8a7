package dev.guildhall.integrations.text;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

enum Format {
    HTML,
    XML,
    PDF,
    PLAIN;

    private static final int LOOKED_AT = 1024;
    private static final Set<String> PLAIN_TYPES =
            Set.of(("application/json application/ld+json application/javascript application/x-ndjson"
                            + " application/yaml application/x-yaml application/toml application/csv application/sql"
                            + " application/x-sh")
                    .split(" "));
    private static final Set<String> UNKNOWN_TYPES = Set.of("", "application/octet-stream", "binary/octet-stream");

    /** The format by the media type, or by the first bytes when there is none; empty for a format without text. */
    static Optional<Format> of(SourceDocument content) {
        String type = content.mediaType();
        if (UNKNOWN_TYPES.contains(type)) {
            return sniffed(content.bytes());
        }
        if (type.equals("text/html") || type.equals("application/xhtml+xml")) {
            return Optional.of(HTML);
        }
        if (type.equals("application/pdf") || type.equals("application/x-pdf")) {
            return Optional.of(PDF);
        }
        if (type.equals("application/xml") || type.equals("text/xml") || type.endsWith("+xml")) {
            return Optional.of(XML);
        }
        boolean plain = type.startsWith("text/") || type.endsWith("+json") || PLAIN_TYPES.contains(type);
        return plain ? Optional.of(PLAIN) : Optional.empty();
    }

    private static Optional<Format> sniffed(byte[] bytes) {
        String start = new String(bytes, 0, Math.min(bytes.length, LOOKED_AT), StandardCharsets.ISO_8859_1)
                .strip()
                .toLowerCase(Locale.ROOT);
        if (start.startsWith("%pdf-")) {
            return Optional.of(PDF);
        }
        if (start.startsWith("<!doctype html") || start.contains("<html") || start.contains("<body")) {
            return Optional.of(HTML);
        }
        if (start.startsWith("<?xml")) {
            return Optional.of(XML);
        }
        return start.indexOf('\0') < 0 || TextCharset.isUnicode(bytes) ? Optional.of(PLAIN) : Optional.empty();
    }
}
