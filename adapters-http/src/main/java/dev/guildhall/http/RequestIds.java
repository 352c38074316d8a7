package dev.guildhall.http;

import java.util.UUID;

/** The identifier of a request, in its response and in the log (contract 0). */
final class RequestIds {
    private static final int MAX = 128;

    private RequestIds() {}

    /** The caller's own where it is 1 to 128 visible ASCII characters, else a fresh one. */
    static String accept(String sent) {
        boolean good = !sent.isEmpty() && sent.length() <= MAX && sent.chars().allMatch(c -> c > ' ' && c < 0x7f);
        return good ? sent : fresh();
    }

    static String fresh() {
        return UUID.randomUUID().toString();
    }
}
