package dev.guildhall.ports;

import dev.guildhall.ports.problem.Refusal;

/** An opaque identifier: a short type prefix and a time-ordered part, for example {@code usr_01jd…} (general-4). */
public interface Id {
    /** The longest identifier that is accepted, in characters. */
    int MAX_LENGTH = 128;

    /** The identifier as requests and responses carry it; 1 to {@value #MAX_LENGTH} visible ASCII characters. */
    String value();

    /**
     * Accepts an identifier from a request.
     *
     * @param field the field that the problem names when the value is malformed
     * @return the value, unchanged
     * @throws Refusal with {@code CommonProblem.Invalid} when it is empty, too long or has other characters
     */
    static String require(String field, String value) {
        if (value.isEmpty() || value.length() > MAX_LENGTH || !isVisible(value)) {
            throw Refusal.invalid(field, "must be 1 to " + MAX_LENGTH + " visible ASCII characters");
        }
        return value;
    }

    private static boolean isVisible(String value) {
        for (int i = 0; i < value.length(); i++) {
            if (value.charAt(i) <= ' ' || value.charAt(i) >= 0x7f) {
                return false;
            }
        }
        return true;
    }
}
