package dev.guildhall.integrations.schema;

import com.google.re2j.PatternSyntaxException;
import com.networknt.schema.regex.RegularExpression;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * A pattern of an untrusted schema. If a matcher of linear time supports the pattern, it is used. For patterns with
 * look-around or back-references Java's matcher is used, which can take exponential time: so its reads of characters
 * are counted and limited. Thread-safe.
 */
final class BoundedPattern implements RegularExpression {
    /** The largest number of characters that one match may read, with repetitions. */
    static final int MAX_STEPS = 2_000_000;

    /** The largest total number of steps of a match, with those that read no character. */
    private static final long MAX_WORK = 100_000_000;

    private static final int MAX_CHOICES = 30;

    private final Predicate<String> matcher;

    BoundedPattern(String pattern) {
        matcher = matcher(pattern);
    }

    @Override
    public boolean matches(String value) {
        return matcher.test(value);
    }

    private static Predicate<String> matcher(String pattern) {
        long size = PatternSize.of(pattern);
        if (size > PatternSize.MOST) {
            return backtracking(pattern);
        }
        try {
            com.google.re2j.Pattern linear = com.google.re2j.Pattern.compile(pattern);
            return value -> {
                requireLittle(size, value);
                return linear.matcher(value).find();
            };
        } catch (PatternSyntaxException looksAround) {
            return backtracking(pattern);
        }
    }

    private static void requireLittle(long size, String value) {
        if (size * value.length() > MAX_WORK) {
            throw new PatternTooSlow();
        }
    }

    /**
     * Between two characters, and also without any, each alternative can double the number of paths: {@code
     * (|)(|)(|)(?!)} tries eight paths at each position without reading a character.
     */
    private static Predicate<String> backtracking(String pattern) {
        Pattern compiled = Pattern.compile(pattern);
        long most = Math.min(MAX_STEPS, MAX_WORK >> choices(pattern));
        return value -> {
            if (value.length() >= most) {
                throw new PatternTooSlow();
            }
            return compiled.matcher(new Counted(value, new Steps(most))).find();
        };
    }

    /** An upper bound: it also counts escaped characters and those in classes. */
    private static int choices(String pattern) {
        int choices = 0;
        for (int i = 0; i < pattern.length() && choices < MAX_CHOICES; i++) {
            char c = pattern.charAt(i);
            boolean opensGroup = c == '?' && i > 0 && pattern.charAt(i - 1) == '(';
            if ("|*?{".indexOf(c) >= 0 && !opensGroup) {
                choices++;
            }
        }
        return choices;
    }

    private static final class Steps {
        private long left;

        Steps(long most) {
            left = most;
        }

        void take() {
            if (left-- <= 0) {
                throw new PatternTooSlow();
            }
        }
    }

    /** A text whose reads are counted, with those of its subsequences. */
    private record Counted(CharSequence text, Steps steps) implements CharSequence {
        @Override
        public char charAt(int index) {
            steps.take();
            return text.charAt(index);
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return new Counted(text.subSequence(start, end), steps);
        }

        @Override
        public String toString() {
            return text.toString();
        }
    }

    /** Matching a pattern took more steps than are allowed. */
    static final class PatternTooSlow extends RuntimeException {
        private static final long serialVersionUID = 1L;

        PatternTooSlow() {
            super("a pattern took too many steps", null, false, false);
        }
    }
}
