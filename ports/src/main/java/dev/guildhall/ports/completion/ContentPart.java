package dev.guildhall.ports.completion;

import dev.guildhall.ports.problem.Refusal;
import java.util.Locale;
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
     * @param url {@code data:<media type>;base64,<content>}, or an https address, which Guildhall passes on and never
     *     fetches
     * @param name the name of the file; absent when the client gave none
     */
    record Media(Kind kind, String url, Optional<String> name) implements ContentPart {
        private static final String DATA = "data:";
        private static final String BASE64 = ";base64,";
        private static final int LONGEST_TYPE = 100;
        private static final boolean[] BASE64_SIGNS = base64Signs();

        /**
         * Checks the form of the address.
         *
         * @throws Refusal with {@code CommonProblem.Invalid} naming {@code url} when the address is neither, when the
         *     content is not base64, or when the media type or the first bytes do not belong to the kind
         */
        public Media {
            if (url.startsWith(DATA)) {
                requireContent(kind, url);
            } else if (!url.startsWith("https://") || !url.matches("[\\x21-\\x7e]{9,8192}")) {
                throw Refusal.invalid("url", "must be an https address, or data:<media type>;base64,<content>");
            }
        }

        /** A picture without a name. */
        public static Media picture(String url) {
            return new Media(Kind.PICTURE, url, Optional.empty());
        }

        private static void requireContent(Kind kind, String url) {
            int marker = url.substring(0, Math.min(url.length(), LONGEST_TYPE)).indexOf(BASE64);
            String type = marker < 0 ? "" : url.substring(DATA.length(), marker).toLowerCase(Locale.ROOT);
            if (!type.matches("[a-z0-9.+-]+/[a-z0-9.+-]+")) {
                throw Refusal.invalid("url", "must be data:<media type>;base64,<content>");
            }
            if (!type.startsWith(kind.types)) {
                throw Refusal.invalid("url", "must have a media type that starts with " + kind.types);
            }
            int from = marker + BASE64.length();
            requireBase64(url, from);
            if (!MediaSignature.fits(type, url, from)) {
                throw Refusal.invalid("url", "must have content of the media type " + type);
            }
        }

        private static void requireBase64(String url, int from) {
            int to = url.length();
            while (to > from && url.charAt(to - 1) == '=' && url.length() - to < 2) {
                to--;
            }
            for (int i = from; i < to; i++) {
                char sign = url.charAt(i);
                if (sign >= BASE64_SIGNS.length || !BASE64_SIGNS[sign]) {
                    throw Refusal.invalid("url", "must have content in base64");
                }
            }
            if (to == from || (to - from) % 4 == 1) {
                throw Refusal.invalid("url", "must have content in base64");
            }
        }

        private static boolean[] base64Signs() {
            boolean[] signs = new boolean[128];
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
                    .chars()
                    .forEach(sign -> signs[sign] = true);
            return signs;
        }

        /** Whether the content is in the address. */
        public boolean isInline() {
            return url.startsWith(DATA);
        }

        /** The media type, for example {@code image/png}; empty when the content is not in the address. */
        public String type() {
            return isInline()
                    ? url.substring(DATA.length(), url.indexOf(BASE64)).toLowerCase(Locale.ROOT)
                    : "";
        }

        /** The content in base64; empty when it is not in the address. */
        public String base64() {
            return isInline() ? url.substring(url.indexOf(BASE64) + BASE64.length()) : "";
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
