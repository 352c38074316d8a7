package dev.guildhall.integrations.schema;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The size of a pattern when its counted repetitions are expanded, which a matcher of linear time does: {@code
 * ((a{100}){100}){100}} has twenty characters and a million steps.
 */
final class PatternSize {
    /** The largest number of steps of a pattern. */
    static final int MOST = 2000;

    private static final Pattern COUNT = Pattern.compile("\\{(\\d{1,9})(?:,(\\d{0,9}))?}");

    private final Deque<Long> outer = new ArrayDeque<>();
    private long sum;
    private long last;

    private PatternSize() {}

    static long of(String pattern) {
        PatternSize size = new PatternSize();
        Matcher count = COUNT.matcher(pattern);
        int at = 0;
        while (at < pattern.length()) {
            at = size.step(pattern, at, count);
        }
        while (!size.outer.isEmpty()) {
            size.close();
        }
        return size.sum;
    }

    private int step(String pattern, int at, Matcher count) {
        switch (pattern.charAt(at)) {
            case '\\' -> add(1);
            case '[' -> {
                add(1);
                return endOfClass(pattern, at);
            }
            case '(' -> {
                outer.push(sum);
                sum = 1;
                last = 0;
            }
            case ')' -> close();
            case '{' -> {
                if (count.region(at, pattern.length()).lookingAt()) {
                    repeat(Math.max(number(count.group(1)), number(count.group(2))));
                    return count.end();
                }
                add(1);
            }
            default -> add(1);
        }
        return at + (pattern.charAt(at) == '\\' ? 2 : 1);
    }

    private void add(long steps) {
        last = steps;
        sum = capped(sum + steps);
    }

    private void close() {
        last = sum;
        sum = capped((outer.isEmpty() ? 0 : outer.pop()) + last);
    }

    private void repeat(long times) {
        long more = last * Math.max(0, times - 1);
        last = capped(last + more);
        sum = capped(sum + more);
    }

    private static long capped(long steps) {
        return Math.min(steps, Integer.MAX_VALUE);
    }

    private static long number(String digits) {
        return digits == null || digits.isEmpty() ? 0 : Long.parseLong(digits);
    }

    /** A class ends at the first bracket that is neither escaped nor its first character. */
    private static int endOfClass(String pattern, int from) {
        int at = from + 1;
        if (at < pattern.length() && pattern.charAt(at) == '^') {
            at++;
        }
        for (int first = at; at < pattern.length(); at++) {
            char c = pattern.charAt(at);
            if (c == '\\') {
                at++;
            } else if (c == ']' && at > first) {
                return at + 1;
            }
        }
        return pattern.length();
    }
}
