package dev.guildhall.integrations;

import com.networknt.schema.regex.RegularExpression;
import java.util.regex.Pattern;

/**
 * A pattern of a stranger's schema. Java's matcher can take exponential time; this one counts the characters that it
 * looks at. Thread-safe.
 */
final class BoundedPattern implements RegularExpression {
    /** The most characters that one match may look at, going back and forth. */
    static final int MAX_STEPS = 2_000_000;

    private final Pattern pattern;

    BoundedPattern(String pattern) {
        this.pattern = Pattern.compile(pattern);
    }

    @Override
    public boolean matches(String value) {
        return pattern.matcher(new Counted(value, new Steps())).find();
    }

    private static final class Steps {
        private int left = MAX_STEPS;

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
