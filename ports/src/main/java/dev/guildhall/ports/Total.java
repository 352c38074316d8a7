package dev.guildhall.ports;

/**
 * How many there are of something, counted up to a bound (general-18).
 *
 * @param value how many, from 0 to {@link #MOST}
 * @param isExact whether there are no more than that
 */
public record Total(int value, boolean isExact) {
    /** How many are counted. */
    public static final int MOST = 10_000;

    /** How many rows a store looks at in order to know whether there are more than {@link #MOST}. */
    public static final int COUNTED = MOST + 1;

    /** The total of as many as a store has counted, which may stop at {@link #COUNTED}. */
    public static Total of(long counted) {
        return new Total((int) Math.min(counted, MOST), counted <= MOST);
    }
}
