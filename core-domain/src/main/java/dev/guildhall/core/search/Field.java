package dev.guildhall.core.search;

/**
 * A part of a document.
 *
 * @param text its text
 * @param tenths the weight of one of its words, in tenths of a word of an ordinary field, 1 or more. Weights are whole
 *     numbers, so that sums do not depend on their order.
 */
public record Field(String text, int tenths) {
    public Field {
        if (tenths < 1) {
            throw new IllegalArgumentException("a field must weigh something");
        }
    }
}
