package dev.guildhall.ports.completion;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a model can do that a person looks for when choosing one (models-38). */
public enum ModelCapability {
    /** It sees the pictures of a request. */
    IMAGES,
    /** It reasons before it answers. */
    REASONING;

    /** The name in JSON: {@code images}. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The capability of that name in JSON; empty when there is none. */
    public static Optional<ModelCapability> fromWire(String name) {
        return Arrays.stream(values())
                .filter(capability -> capability.wireName().equals(name))
                .findFirst();
    }
}
