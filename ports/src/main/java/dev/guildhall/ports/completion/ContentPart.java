package dev.guildhall.ports.completion;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A part of the content of a message (models-22). */
public sealed interface ContentPart {
    /** Asks the provider to cache the request up to and including this part; absent when it is not asked. */
    Optional<CacheBreakpoint> cache();

    /** The same part with that breakpoint. */
    ContentPart with(Optional<CacheBreakpoint> breakpoint);

    /** The texts among the parts, joined without a separator. */
    static String joinedText(List<? extends ContentPart> parts) {
        return parts.stream()
                .map(part -> part instanceof Text text ? text.text() : "")
                .collect(Collectors.joining());
    }

    /** The breakpoint of the last part that has one; absent when none has. */
    static Optional<CacheBreakpoint> lastCache(List<? extends ContentPart> parts) {
        return parts.stream().map(ContentPart::cache).flatMap(Optional::stream).reduce((before, last) -> last);
    }

    /**
     * Text.
     *
     * @param text may be empty
     * @param cache absent when the provider is not asked to cache the request up to here
     */
    record Text(String text, Optional<CacheBreakpoint> cache) implements ContentPart {
        /** Text without a breakpoint. */
        public Text(String text) {
            this(text, Optional.empty());
        }

        @Override
        public Text with(Optional<CacheBreakpoint> breakpoint) {
            return new Text(text, breakpoint);
        }
    }

    /**
     * A picture, a sound or a file.
     *
     * @param kind what it is
     * @param source where its content is
     * @param name the name of the file; absent when the client gave none
     * @param detail how closely the model looks at a picture, for example {@code low}; absent means the provider's default
     * @param cache absent when the provider is not asked to cache the request up to here
     */
    record Media(
            Kind kind,
            MediaSource source,
            Optional<String> name,
            Optional<String> detail,
            Optional<CacheBreakpoint> cache)
            implements ContentPart {
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

        /** Whether a value is other than the default of all providers. */
        public static boolean isDetail(String value) {
            return !value.equals("auto");
        }

        @Override
        public Media with(Optional<CacheBreakpoint> breakpoint) {
            return new Media(kind, source, name, detail, breakpoint);
        }

        /** A medium without further settings. */
        public Media(Kind kind, MediaSource source, Optional<String> name) {
            this(kind, source, name, Optional.empty(), Optional.empty());
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
