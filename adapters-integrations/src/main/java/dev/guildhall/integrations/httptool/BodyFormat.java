package dev.guildhall.integrations.httptool;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

public enum BodyFormat {
    JSON("application/json"),
    /** {@code application/x-www-form-urlencoded}; its top level is an object. */
    FORM("application/x-www-form-urlencoded"),
    /** A form whose members may be files; its top level is an object. */
    MULTIPART("multipart/form-data");

    private final String mediaType;

    BodyFormat(String mediaType) {
        this.mediaType = mediaType;
    }

    public String mediaType() {
        return mediaType;
    }

    /** The name in manifests: {@code json}, {@code form}. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<BodyFormat> fromWire(String name) {
        return Arrays.stream(values())
                .filter(format -> format.wireName().equals(name))
                .findFirst();
    }
}
