package dev.guildhall.ports;

import java.util.Optional;

/**
 * The part of a list that a request asks for.
 *
 * @param limit how many items at most
 * @param cursor where to begin; absent means at the newest item
 */
public record PageRequest(Limit limit, Optional<Cursor> cursor) {
    /** The newest items, as many as {@link Limit#DEFAULT}. */
    public static PageRequest first() {
        return new PageRequest(Limit.DEFAULT, Optional.empty());
    }
}
