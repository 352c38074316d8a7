package dev.guildhall.integrations.text;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** A document as it was received; its address is for links in it, and empty when unknown. */
@SuppressWarnings("ArrayRecordComponent")
public record SourceDocument(byte[] bytes, Optional<String> contentType, String address) {
    private static final Pattern CHARSET = Pattern.compile("(?i)charset=([^;]*)");

    /** The type without parameters, in lower case; empty when unknown. */
    String mediaType() {
        return contentType.orElse("").split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    }

    /** The name of the declared charset; absent when there is none. */
    Optional<String> charset() {
        return CHARSET.matcher(contentType.orElse(""))
                .results()
                .map(found -> found.group(1).replace("\"", "").strip())
                .limit(1)
                .filter(name -> !name.isEmpty())
                .findFirst();
    }
}
