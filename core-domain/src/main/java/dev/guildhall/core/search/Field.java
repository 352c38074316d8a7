package dev.guildhall.core.search;

/**
 * A part of a document.
 *
 * @param text what it says
 * @param tenths what one of its words weighs, in tenths of a word of an ordinary field, 1 or more. They are counted in
 *     whole numbers, so that no order of adding changes a sum.
 */
public record Field(String text, int tenths) {
    public Field {
        if (tenths < 1) {
            throw new IllegalArgumentException("a field must weigh something");
        }
    }
}
