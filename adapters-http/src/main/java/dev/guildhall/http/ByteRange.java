package dev.guildhall.http;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which bytes of a file a request asks for (RFC 9110, 14.2).
 *
 * @param first counted from 0
 * @param last inclusive; less than the first when the file has none of them
 */
record ByteRange(long first, long last) {
    private static final Pattern FORM = Pattern.compile("bytes=\\s*(\\d{0,18})-(\\d{0,18})\\s*");

    /**
     * Reads a header.
     *
     * @param size of the file
     * @return empty when the whole file is to be sent: for several ranges, other units and malformed headers too
     */
    static Optional<ByteRange> parse(String header, long size) {
        Matcher form = FORM.matcher(header);
        if (!form.matches() || (form.group(1).isEmpty() && form.group(2).isEmpty())) {
            return Optional.empty();
        }
        if (form.group(1).isEmpty()) {
            long length = Math.min(size, Long.parseLong(form.group(2)));
            return Optional.of(new ByteRange(size - length, size - 1));
        }
        long first = Long.parseLong(form.group(1));
        long last = form.group(2).isEmpty() ? size - 1 : Long.parseLong(form.group(2));
        if (last < first && !form.group(2).isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new ByteRange(first, Math.min(last, size - 1)));
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
