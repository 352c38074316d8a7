package dev.guildhall.ports.completion;

/** An estimate of the tokens of pictures, sounds and files. */
final class MediaTokens {
    /** OpenAI's count of a picture of 1,024 by 1,024 pixels; other providers count about as many. */
    private static final long PICTURE = 765;

    /** A second of sound is 10 tokens, and about 4,000 bytes when it is compressed. */
    private static final long SOUND_BYTES = 400;

    /** A file counts as text of the length of its content. */
    private static final long FILE_BYTES = 4;

    private MediaTokens() {}

    static long of(ContentPart.Media media) {
        if (media.kind() == ContentPart.Kind.PICTURE || !(media.source() instanceof MediaSource.Inline inline)) {
            return PICTURE;
        }
        return Math.max(1, inline.bytes() / (media.kind() == ContentPart.Kind.SOUND ? SOUND_BYTES : FILE_BYTES));
    }
}
