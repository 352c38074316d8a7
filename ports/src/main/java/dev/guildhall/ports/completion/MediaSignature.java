package dev.guildhall.ports.completion;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** The first bytes of common formats. */
final class MediaSignature {
    private static final int BASE64_CHARACTERS = 16;

    private MediaSignature() {}

    /** Whether content of that type can begin like that; true for a type whose first bytes are not known here. */
    static boolean fits(String type, String url, int from) {
        return switch (type) {
            case "image/png" -> start(url, from).startsWith("\u0089PNG\r\n\u001a\n");
            case "image/jpeg", "image/jpg" -> start(url, from).startsWith("\u00ff\u00d8\u00ff");
            case "image/gif" -> start(url, from).startsWith("GIF8");
            case "image/webp" -> start(url, from).matches("(?s)RIFF....WEBP");
            case "application/pdf" -> start(url, from).startsWith("%PDF");
            default -> true;
        };
    }

    /** The first 12 bytes, one character for each; fewer when the content is shorter. */
    private static String start(String url, int from) {
        int to = Math.min(url.length(), from + BASE64_CHARACTERS);
        return new String(Base64.getDecoder().decode(url.substring(from, to)), StandardCharsets.ISO_8859_1);
    }
}
