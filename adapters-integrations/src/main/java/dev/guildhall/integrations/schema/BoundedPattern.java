package dev.guildhall.integrations.schema;

import com.google.re2j.PatternSyntaxException;
import com.networknt.schema.regex.RegularExpression;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * A pattern of an untrusted schema. If a matcher of linear time supports the pattern, it is used. For patterns with
 * look-around or back-references Java's matcher is used, which can take exponential time: so its reads of characters
 * are counted. All patterns of one check share one limit of work.
 */
final class BoundedPattern implements RegularExpression {
    /** The work of the check that this thread does. */
    private static final ScopedValue<Work> CHECK = ScopedValue.newInstance();

    private static final int MAX_CHOICES = 30;

    private final Predicate<String> matcher;

    BoundedPattern(String pattern) {
        matcher = compiled(pattern);
    }

    static boolean compiles(String pattern) {
        try {
            compiled(pattern);
            return true;
        } catch (java.util.regex.PatternSyntaxException foreign) {
            return false;
        }
    }

    /** Calls a check whose patterns together may do {@link Work#MOST} steps. */
    static <T> T limited(ScopedValue.CallableOp<T, RuntimeException> check) {
        return ScopedValue.where(CHECK, new Work()).call(check);
    }

    /** Java has no form for two classes of JavaScript: any character, and none. */
    private static Predicate<String> compiled(String pattern) {
        try {
            return matcher(pattern);
        } catch (java.util.regex.PatternSyntaxException foreign) {
            return matcher(pattern.replace("[^]", "[\\s\\S]").replace("[]", "(?!)"));
        }
    }

    @Override
    public boolean matches(String value) {
        return matcher.test(value);
    }

    private static Work work() {
        return CHECK.isBound() ? CHECK.get() : new Work();
    }

    private static Predicate<String> matcher(String pattern) {
        long size = PatternSize.of(pattern);
        if (size > PatternSize.MOST) {
            return backtracking(pattern);
        }
        try {
            com.google.re2j.Pattern linear = com.google.re2j.Pattern.compile(pattern);
            return value -> {
                work().take(size * value.length());
                return linear.matcher(value).find();
            };
        } catch (PatternSyntaxException looksAround) {
            return backtracking(pattern);
        }
    }

    /**
     * Between two characters, and also without any, each alternative can double the number of paths: {@code
     * (|)(|)(|)(?!)} tries eight paths at each position without reading a character.
     */
    private static Predicate<String> backtracking(String pattern) {
        Pattern compiled = Pattern.compile(pattern);
        long price = Math.max(Work.READ, 1L << choices(pattern));
        return value -> {
            Work work = work();
            work.take(price);
            if (value.length() > work.left / price) {
                throw new PatternTooSlow();
            }
            return compiled.matcher(new Counted(value, work, price)).find();
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

    /** The work that is left. For one thread. */
    private static final class Work {
        /** The largest number of steps of a check, with those that read no character. */
        static final long MOST = 100_000_000;

        /** The steps of one read of a character. */
        static final long READ = 50;

        private long left = MOST;

        void take(long steps) {
            left -= steps;
            if (left < 0) {
                throw new PatternTooSlow();
            }
        }
    }

    /** A text whose reads are counted, with those of its subsequences. */
    private record Counted(CharSequence text, Work work, long price) implements CharSequence {
        @Override
        public char charAt(int index) {
            work.take(price);
            return text.charAt(index);
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return new Counted(text.subSequence(start, end), work, price);
        }

        @Override
        public String toString() {
            return text.toString();
        }
    }

    /** Matching the patterns of a check took more steps than are allowed. */
    static final class PatternTooSlow extends RuntimeException {
        private static final long serialVersionUID = 1L;

        PatternTooSlow() {
            super("a pattern took too many steps", null, false, false);
        }
    }
}
