package dev.guildhall.ports;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The position of a span in a trace that may cross several systems (W3C Trace Context).
 *
 * @param traceId 32 lower-case hexadecimal digits, not all zero
 * @param spanId 16 lower-case hexadecimal digits, not all zero
 * @param sampled whether the system that began the trace records it
 */
public record SpanContext(String traceId, String spanId, boolean sampled) {
    /** How many random bytes {@link #root} takes. */
    public static final int ROOT_BYTES = 24;

    private static final Pattern TRACE_ID = Pattern.compile("[0-9a-f]{32}");
    private static final Pattern SPAN_ID = Pattern.compile("[0-9a-f]{16}");
    private static final Pattern TRACEPARENT =
            Pattern.compile("([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?");
    private static final int MOST_CHARACTERS = 512;
    private static final int TRACE_BYTES = 16;
    private static final int NEVER_ZERO = 0x80;
    private static final int HEX = 16;

    public SpanContext {
        if (!TRACE_ID.matcher(traceId).matches() || isZero(traceId)) {
            throw new IllegalArgumentException("no trace id: " + traceId);
        }
        if (!SPAN_ID.matcher(spanId).matches() || isZero(spanId)) {
            throw new IllegalArgumentException("no span id: " + spanId);
        }
    }

    /**
     * A span that begins a new trace, which is recorded.
     *
     * @param random {@value #ROOT_BYTES} unpredictable bytes
     */
    public static SpanContext root(byte[] random) {
        return new SpanContext(hex(random, 0, TRACE_BYTES), hex(random, TRACE_BYTES, ROOT_BYTES), true);
    }

    /**
     * A child of this span.
     *
     * @param random 8 unpredictable bytes or more
     */
    public SpanContext child(byte[] random) {
        return new SpanContext(traceId, hex(random, 0, ROOT_BYTES - TRACE_BYTES), sampled);
    }

    /**
     * Reads the value of a {@code traceparent} header; empty when it is not valid, since the specification treats such
     * a value as absent. Additional fields of a version later than {@code 00} are ignored.
     */
    public static Optional<SpanContext> ofTraceparent(String value) {
        if (value.length() > MOST_CHARACTERS) {
            return Optional.empty();
        }
        Matcher parts = TRACEPARENT.matcher(value);
        if (!parts.matches() || !isKnown(parts.group(1), parts.group(5) != null)) {
            return Optional.empty();
        }
        if (isZero(parts.group(2)) || isZero(parts.group(3))) {
            return Optional.empty();
        }
        boolean sampled = (Integer.parseInt(parts.group(4), HEX) & 1) == 1;
        return Optional.of(new SpanContext(parts.group(2), parts.group(3), sampled));
    }

    /** The value of a {@code traceparent} header that names this span. */
    public String toTraceparent() {
        return "00-" + traceId + "-" + spanId + (sampled ? "-01" : "-00");
    }

    private static boolean isKnown(String version, boolean goesOn) {
        return !version.equals("ff") && !(version.equals("00") && goesOn);
    }

    private static boolean isZero(String digits) {
        return digits.chars().allMatch(digit -> digit == '0');
    }

    private static String hex(byte[] random, int from, int to) {
        byte[] id = Arrays.copyOfRange(random, from, to);
        id[0] |= (byte) NEVER_ZERO;
        return HexFormat.of().formatHex(id);
    }
}
