package dev.guildhall.http;

import dev.guildhall.http.error.ApiKeyMask;
import io.javalin.http.Context;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** The identifier of a request, in its response and in the log (general-5). */
public final class RequestIds {
    private static final int MAX = 128;
    private static final String HEADER = "X-Request-Id";
    private static final String ATTRIBUTE = "guildhall.request-id";

    private RequestIds() {}

    static void begin(Context ctx) {
        String sent = ctx.header(HEADER);
        String id = sent == null ? fresh() : accept(sent);
        ctx.attribute(ATTRIBUTE, id);
        ctx.header(HEADER, id);
    }

    static String of(Context ctx) {
        String id = ctx.attribute(ATTRIBUTE);
        return id == null ? fresh() : id;
    }

    /** The client's own identifier if it is 1 to 128 visible ASCII characters, without API keys; else a new one. */
    public static String accept(String sent) {
        boolean good = !sent.isEmpty() && sent.length() <= MAX && sent.chars().allMatch(c -> c > ' ' && c < 0x7f);
        return good ? ApiKeyMask.in(sent) : fresh();
    }

    /** A random UUID. It is not a secret, so it need not wait for the machine's entropy. */
    public static String fresh() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        long version4 = (random.nextLong() & ~0xf000L) | 0x4000L;
        long variant2 = (random.nextLong() >>> 2) | Long.MIN_VALUE;
        return new UUID(version4, variant2).toString();
    }
}
