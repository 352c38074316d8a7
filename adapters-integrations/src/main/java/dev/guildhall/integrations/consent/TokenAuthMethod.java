package dev.guildhall.integrations.consent;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How a client authenticates at a token endpoint; the names are those of RFC 7591, section 2. */
public enum TokenAuthMethod {
    /** Id and secret in an {@code Authorization: Basic} header (RFC 6749, 2.3.1). */
    CLIENT_SECRET_BASIC,
    /** Id and secret as parameters of the body. */
    CLIENT_SECRET_POST,
    /** None: a public client, which sends only its id as a parameter. */
    NONE;

    /** The name in manifests, for example {@code client_secret_basic}. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The method of that name; empty when there is none. */
    public static Optional<TokenAuthMethod> fromWire(String name) {
        return Arrays.stream(values())
                .filter(method -> method.wireName().equals(name))
                .findFirst();
    }
}
