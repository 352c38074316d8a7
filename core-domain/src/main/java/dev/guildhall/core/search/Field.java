package dev.guildhall.core.search;

/**
 * A part of a document. The weight of one of its words is given in tenths of a word of an ordinary field: whole numbers, so
 * that sums do not depend on their order.
 */
public record Field(String text, int tenths) {
    public Field {
        if (tenths < 1) {
            throw new IllegalArgumentException("a field must weigh something");
        }
    }
}
