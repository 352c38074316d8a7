package dev.guildhall.ports;

import dev.guildhall.ports.problem.Refusal;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Where a page begins: after the item with this identifier, in the list's order. Identifiers are time-ordered, so a
 * list in newest-first order needs nothing else.
 *
 * @param lastId the identifier of the last item of the page before
 */
public record Cursor(String lastId) {
    public Cursor {
        Id.require("cursor", lastId);
    }

    /** The opaque form, which clients keep and send back. */
    public String encode() {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(lastId.getBytes(StandardCharsets.US_ASCII));
    }

    /**
     * The identifier of an item in a list whose items are numbered.
     *
     * @throws Refusal with {@code CommonProblem.Invalid} naming {@code cursor} when it is no number
     */
    public long number() {
        try {
            return Long.parseLong(lastId);
        } catch (NumberFormatException malformed) {
            throw ofNoList();
        }
    }

    /**
     * Reads the opaque form.
     *
     * @throws Refusal with {@code CommonProblem.Invalid} naming {@code cursor} when it was not made by {@link #encode()}
     */
    public static Cursor decode(String encoded) {
        try {
            return new Cursor(new String(Base64.getUrlDecoder().decode(encoded), StandardCharsets.US_ASCII));
        } catch (IllegalArgumentException | Refusal malformed) {
            throw ofNoList();
        }
    }

    /**
     * Reads the opaque form of a cursor of a list in the order of identifiers.
     *
     * @param prefix the short type prefix of these identifiers without the underscore, as {@link IdSource#next} takes it
     * @throws Refusal with {@code CommonProblem.Invalid} naming {@code cursor} when it was not made by {@link #encode()},
     *     or is that of a list of other things
     */
    public static Cursor decode(String encoded, String prefix) {
        Cursor cursor = decode(encoded);
        if (!cursor.lastId().startsWith(prefix + "_")) {
            throw ofNoList();
        }
        return cursor;
    }

    private static Refusal ofNoList() {
        return Refusal.invalid("cursor", "is not a cursor of this list");
    }
}
