package dev.guildhall.ports.completion;

import java.util.Optional;

/** A part of the content of a message (contract 9, message content). */
public sealed interface ContentPart {
    /**
     * Text.
     *
     * @param text may be empty
     */
    record Text(String text) implements ContentPart {}

    /**
     * A picture, a sound or a file.
     *
     * @param kind what it is
     * @param source where its content is
     * @param name the name of the file; absent when the client gave none
     */
    record Media(Kind kind, MediaSource source, Optional<String> name) implements ContentPart {
        /**
         * Checks the content.
         *
         * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Invalid} naming {@code url} when the media
         *     type or the first bytes do not belong to the kind
         */
        public Media {
            if (source instanceof MediaSource.Inline inline) {
                inline.requireType(kind.types);
            }
        }

        /** A medium without a name whose source is the URL, as {@link MediaSource#parse} reads it. */
        public static Media of(Kind kind, CharSequence url) {
            return new Media(kind, MediaSource.parse(url), Optional.empty());
        }
    }

    /** What a medium is. */
    enum Kind {
        /** A picture. */
        PICTURE("image/"),
        /** A sound. */
        SOUND("audio/"),
        /** A document of any media type. */
        FILE("");

        private final String types;

        Kind(String types) {
            this.types = types;
        }
    }
}
