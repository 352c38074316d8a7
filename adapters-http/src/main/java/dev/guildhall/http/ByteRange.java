package dev.guildhall.http;

import java.math.BigInteger;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The range of bytes of a file that a request asks for (RFC 9110, 14.2).
 *
 * @param first counted from 0
 * @param last inclusive; less than {@code first} when the range lies outside the file
 */
record ByteRange(long first, long last) {
    private static final Pattern FORM = Pattern.compile("bytes=\\s*(\\d*)-(\\d*)\\s*", Pattern.CASE_INSENSITIVE);

    /**
     * @param size of the file in bytes
     * @return empty when the whole file is to be sent: for several ranges, other units and malformed headers too
     */
    static Optional<ByteRange> parse(String header, long size) {
        Matcher form = FORM.matcher(header);
        if (!form.matches() || (form.group(1).isEmpty() && form.group(2).isEmpty())) {
            return Optional.empty();
        }
        if (form.group(1).isEmpty()) {
            return Optional.of(new ByteRange(size - atMost(size, form.group(2)), size - 1));
        }
        if (form.group(2).isEmpty()) {
            return Optional.of(new ByteRange(atMost(size, form.group(1)), size - 1));
        }
        if (new BigInteger(form.group(2)).compareTo(new BigInteger(form.group(1))) < 0) {
            return Optional.empty();
        }
        return Optional.of(new ByteRange(atMost(size, form.group(1)), atMost(size - 1, form.group(2))));
    }

    /** The smaller of the number and the bound; a position may have any number of digits. */
    private static long atMost(long bound, String digits) {
        return new BigInteger(digits).min(BigInteger.valueOf(bound)).longValueExact();
    }

    boolean isEmpty() {
        return last < first;
    }

    long length() {
        return last - first + 1;
    }

    @Override
    public String toString() {
        return "bytes " + first + "-" + last;
    }
}
