package dev.guildhall.ports.completion;

import dev.guildhall.ports.problem.Refusal;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;

/** Where the content of a picture, a sound or a file is. */
public sealed interface MediaSource {
    /** The address of the content: an https address, or a data address that contains it. */
    String url();

    /**
     * In the message itself.
     *
     * @param type the media type, for example {@code image/png}
     * @param base64 the content in base64, at least one byte; it may be a view of a longer text
     */
    record Inline(String type, CharSequence base64) implements MediaSource {
        private static final int LONGEST_HEAD = 200;
        private static final int SIGNATURE_CHARACTERS = 16;
        private static final boolean[] SIGNS = signs();

        /**
         * Checks the form.
         *
         * @throws Refusal with {@code CommonProblem.Invalid} naming {@code url} when the type is no media type, or the
         *     content is not base64
         */
        public Inline {
            type = type.toLowerCase(Locale.ROOT);
            if (!type.matches("[a-z0-9.+-]{1,60}/[a-z0-9.+-]{1,60}")) {
                throw Refusal.invalid("url", "must have a media type such as image/png");
            }
            int length = base64.length();
            while (length > 0 && base64.charAt(length - 1) == '=' && base64.length() - length < 2) {
                length--;
            }
            for (int i = 0; i < length; i++) {
                if (base64.charAt(i) >= SIGNS.length || !SIGNS[base64.charAt(i)]) {
                    throw Refusal.invalid("url", "must have content in base64");
                }
            }
            if (length == 0 || length % 4 == 1) {
                throw Refusal.invalid("url", "must have content in base64");
            }
        }

        private static boolean[] signs() {
            boolean[] signs = new boolean[128];
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
                    .chars()
                    .forEach(sign -> signs[sign] = true);
            return signs;
        }

        @Override
        public String url() {
            return "data:" + type + ";base64," + base64;
        }

        /** About how many bytes the content has. */
        public long bytes() {
            return base64.length() * 3L / 4;
        }

        void requireType(String types) {
            if (!type.startsWith(types)) {
                throw Refusal.invalid("url", "must have a media type that starts with " + types);
            }
            if (!fits()) {
                throw Refusal.invalid("url", "must have content of the media type " + type);
            }
        }

        /** Whether content of the type can begin like that; true for a type whose first bytes are not known here. */
        private boolean fits() {
            return switch (type) {
                case "image/png" -> beginning().startsWith("\u0089PNG\r\n\u001a\n");
                case "image/jpeg", "image/jpg" -> beginning().startsWith("\u00ff\u00d8\u00ff");
                case "image/gif" -> beginning().startsWith("GIF8");
                case "image/webp" -> beginning().matches("(?s)RIFF....WEBP");
                case "application/pdf" -> beginning().startsWith("%PDF");
                default -> true;
            };
        }

        /** The first 12 bytes, one character for each; fewer when the content is shorter. */
        private String beginning() {
            String first = base64.subSequence(0, Math.min(base64.length(), SIGNATURE_CHARACTERS))
                    .toString();
            return new String(Base64.getDecoder().decode(first), StandardCharsets.ISO_8859_1);
        }
    }

    /**
     * At an address, which Guildhall passes on and never fetches.
     *
     * @param url an https address of visible ASCII characters
     */
    record Address(String url) implements MediaSource {
        private static final int MOST = 8_000;

        /**
         * Checks the form.
         *
         * @throws Refusal with {@code CommonProblem.Invalid} naming {@code url}
         */
        public Address {
            if (url.length() > MOST || !url.matches("https://[\\x21-\\x7e]+")) {
                throw Refusal.invalid("url", "must be an https address, or data:<media type>;base64,<content>");
            }
        }
    }

    /**
     * Reads an https address, or {@code data:<media type>;base64,<content>}, whose content is not copied.
     *
     * @throws Refusal with {@code CommonProblem.Invalid} naming {@code url}
     */
    static MediaSource parse(CharSequence url) {
        String start =
                url.subSequence(0, Math.min(url.length(), Inline.LONGEST_HEAD)).toString();
        if (!start.startsWith("data:")) {
            return new Address(url.length() > Address.MOST ? "" : url.toString());
        }
        int marker = start.indexOf(";base64,");
        if (marker < 0) {
            throw Refusal.invalid("url", "must be data:<media type>;base64,<content>");
        }
        int content = marker + ";base64,".length();
        return new Inline(start.substring("data:".length(), marker), url.subSequence(content, url.length()));
    }
}
