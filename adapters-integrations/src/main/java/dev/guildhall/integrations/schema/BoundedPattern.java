package dev.guildhall.integrations.schema;

import com.google.re2j.PatternSyntaxException;
import com.networknt.schema.regex.RegularExpression;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * A pattern of a stranger's schema. One that can be matched in time that grows with the text alone is; where it looks
 * around or back, Java's matcher does it, which can take exponential time: so the characters that it looks at are counted.
 * Thread-safe.
 */
final class BoundedPattern implements RegularExpression {
    /** The most characters that one match may look at, going back and forth. */
    static final int MAX_STEPS = 2_000_000;

    /** The most steps of a match in all: those of a pattern for each character, and those without a character. */
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
     * Between two characters, and where there is none, every choice can double the way: {@code (|)(|)(|)(?!)} goes eight
     * ways at every place and never looks at a character.
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

    /** Rather too many than too few: what is escaped, or of a class, counts too. */
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

    /**
     * A text that can be looked at so many times.
     *
     * @param steps one counter for the text and all parts of it
     */
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
}
