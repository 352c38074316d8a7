package dev.guildhall.integrations.text;

import java.util.Locale;
import java.util.Optional;

/**
 * A document as it was received.
 *
 * @param bytes its content
 * @param contentType its declared type, with or without a charset; absent when there is none
 * @param address its address, for links in it; empty when unknown
 */
@SuppressWarnings("ArrayRecordComponent")
public record SourceDocument(byte[] bytes, Optional<String> contentType, String address) {
    private static final String CHARSET = "charset=";

    /** The type without parameters, in lower case; empty when unknown. */
    String mediaType() {
        String type = contentType.orElse("");
        int end = type.indexOf(';');
        return (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    }

    /** The name of the declared charset; absent when there is none. */
    Optional<String> charset() {
        String type = contentType.orElse("").toLowerCase(Locale.ROOT);
        int at = type.indexOf(CHARSET);
        if (at < 0) {
            return Optional.empty();
        }
        String rest = type.substring(at + CHARSET.length());
        int end = rest.indexOf(';');
        String name =
                (end < 0 ? rest : rest.substring(0, end)).replace("\"", "").strip();
        return Optional.of(name).filter(present -> !present.isEmpty());
    }
}
