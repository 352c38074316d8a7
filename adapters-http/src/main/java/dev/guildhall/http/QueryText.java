package dev.guildhall.http;

import dev.guildhall.ports.problem.Refusal;

/** The query string of a request, undecoded. */
final class QueryText {
    private static final int HEX = 16;
    private static final int DIGITS = 2;

    private QueryText() {}

    /**
     * Refuses a query that cannot be decoded; otherwise the server would silently ignore a parameter.
     *
     * @throws Refusal with {@code CommonProblem.Invalid} of the field {@code query} when a percent sign is not followed
     *     by two hexadecimal digits
     */
    static void requireReadable(String query) {
        for (int at = query.indexOf('%'); at >= 0; at = query.indexOf('%', at + 1)) {
            if (!isEscape(query, at + 1)) {
                throw Refusal.invalid("query", "has a percent sign without two hexadecimal digits behind it");
            }
        }
    }

    private static boolean isEscape(String query, int from) {
        return from + DIGITS <= query.length()
                && Character.digit(query.charAt(from), HEX) >= 0
                && Character.digit(query.charAt(from + 1), HEX) >= 0;
    }
}
