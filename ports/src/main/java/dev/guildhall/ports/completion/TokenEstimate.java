package dev.guildhall.ports.completion;

import java.util.List;
import java.util.stream.IntStream;

/**
 * An estimate of the tokens of a text, for a provider that does not report usage. It follows the average of current
 * models' tokenizers: a word of up to eight letters is one token, a longer word has a token for every six letters;
 * three digits are one token; a punctuation mark is one token, and a run of the same mark has a token for every four; a
 * letter of a script without spaces is one token; spaces belong to the text after them.
 *
 * @param tokens 0 or more
 */
public record TokenEstimate(long tokens) {
    private static final int SHORT_WORD = 8;
    private static final int LETTERS = 6;
    private static final int DIGITS = 3;
    private static final int SIGNS = 4;

    /** Tokens that a provider adds to each message: for its role, its beginning and its end. */
    private static final int PER_MESSAGE = 3;

    /** A picture whose size is not known counts as one of 1,024 by 1,024 pixels. */
    private static final long PICTURE = new PictureSize(1024, 1024).tokens();

    /** A second of sound is 10 tokens, and about 4,000 bytes when it is compressed. */
    private static final long SOUND_BYTES = 400;

    /** A file counts as text of the length of its content. */
    private static final long FILE_BYTES = 4;

    /** The estimate for one text. */
    public static TokenEstimate of(CharSequence text) {
        long tokens = 0;
        int at = 0;
        while (at < text.length()) {
            int first = Character.codePointAt(text, at);
            Kind kind = first < Kind.ASCII.length ? Kind.ASCII[first] : Kind.lookedUp(first);
            int end = kind == Kind.IDEOGRAPH ? at + Character.charCount(first) : endOfRun(text, at, first, kind);
            tokens += kind.tokens(end - at);
            at = end;
        }
        return new TokenEstimate(tokens);
    }

    /** Where characters of another kind begin, or for signs another sign. */
    private static int endOfRun(CharSequence text, int from, int first, Kind kind) {
        int at = from + Character.charCount(first);
        while (at < text.length()) {
            int next = Character.codePointAt(text, at);
            Kind following = next < Kind.ASCII.length ? Kind.ASCII[next] : Kind.lookedUp(next);
            if (following != kind || (kind == Kind.SIGN && next != first)) {
                break;
            }
            at += Character.charCount(next);
        }
        return at;
    }

    /** The estimate for a conversation. */
    public static TokenEstimate of(List<ChatMessage> messages) {
        return new TokenEstimate(messages.stream()
                .mapToLong(message -> of(message.content()).tokens()
                        + message.media().stream().mapToLong(TokenEstimate::of).sum()
                        + PER_MESSAGE)
                .sum());
    }

    private static long of(ContentPart.Media media) {
        if (media.detail().filter("low"::equals).isPresent()) {
            return PictureSize.OPENAI_LEAST;
        }
        if (!(media.source() instanceof MediaSource.Inline inline)) {
            return PICTURE;
        }
        if (media.kind() == ContentPart.Kind.PICTURE) {
            return PictureSize.of(inline).map(PictureSize::tokens).orElse(PICTURE);
        }
        return Math.max(1, inline.bytes() / (media.kind() == ContentPart.Kind.SOUND ? SOUND_BYTES : FILE_BYTES));
    }

    private enum Kind {
        BLANK,
        LETTER,
        IDEOGRAPH,
        DIGIT,
        SIGN;

        /** A table for ASCII: other scripts are found by a slower search, and most characters are ASCII. */
        private static final Kind[] ASCII =
                IntStream.range(0, 0x80).mapToObj(Kind::lookedUp).toArray(Kind[]::new);

        private static Kind lookedUp(int character) {
            if (Character.isWhitespace(character)) {
                return BLANK;
            }
            if (Character.isIdeographic(character) || isWrittenWithoutBlanks(character)) {
                return IDEOGRAPH;
            }
            if (Character.isLetter(character)) {
                return LETTER;
            }
            return Character.isDigit(character) ? DIGIT : SIGN;
        }

        private static boolean isWrittenWithoutBlanks(int character) {
            Character.UnicodeScript script = Character.UnicodeScript.of(character);
            return script == Character.UnicodeScript.HIRAGANA
                    || script == Character.UnicodeScript.KATAKANA
                    || script == Character.UnicodeScript.HANGUL
                    || script == Character.UnicodeScript.THAI;
        }

        long tokens(int length) {
            return switch (this) {
                case BLANK -> 0;
                case LETTER -> length <= SHORT_WORD ? 1 : Math.ceilDiv(length, LETTERS);
                case IDEOGRAPH -> 1;
                case DIGIT -> Math.ceilDiv(length, DIGITS);
                case SIGN -> Math.ceilDiv(length, SIGNS);
            };
        }
    }
}
