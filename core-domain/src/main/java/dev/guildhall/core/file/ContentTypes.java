package dev.guildhall.core.file;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Detects the media type of content from its first bytes, never from its name. */
final class ContentTypes {
    static final int BYTES = 4096;

    private static final String ANY = "application/octet-stream";
    private static final Map<String, String> MAGIC = new LinkedHashMap<>();
    private static final int PRINTABLE = ' ';

    /** So many bytes without a control character are hardly ever anything else than text. */
    private static final int LONG = 32;

    static {
        MAGIC.put("89504e470d0a1a0a", "image/png");
        MAGIC.put("ffd8ff", "image/jpeg");
        MAGIC.put("474946383761", "image/gif");
        MAGIC.put("474946383961", "image/gif");
        MAGIC.put("255044462d", "application/pdf");
        MAGIC.put("504b0304", "application/zip");
        MAGIC.put("1f8b", "application/gzip");
        MAGIC.put("4f676753", "application/ogg");
        MAGIC.put("1a45dfa3", "video/webm");
        MAGIC.put("494433", "audio/mpeg");
        MAGIC.put("fffb", "audio/mpeg");
        MAGIC.put("664c6143", "audio/flac");
    }

    private ContentTypes() {}

    /** The media type of content with these first {@value #BYTES} bytes, or fewer when it is shorter. */
    static String of(byte[] first) {
        String hex = HexFormat.of().formatHex(first, 0, Math.min(first.length, 12));
        return MAGIC.entrySet().stream()
                .filter(known -> hex.startsWith(known.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseGet(() -> container(first, hex));
    }

    private static String container(byte[] first, String hex) {
        if (hex.startsWith("52494646") && first.length >= 12) {
            String form = new String(first, 8, 4, StandardCharsets.US_ASCII);
            return Map.of("WEBP", "image/webp", "WAVE", "audio/wav").getOrDefault(form, ANY);
        }
        if (first.length >= 12 && new String(first, 4, 4, StandardCharsets.US_ASCII).equals("ftyp")) {
            String brand = new String(first, 8, 4, StandardCharsets.US_ASCII);
            return brand.startsWith("avif") ? "image/avif" : brand.startsWith("M4A") ? "audio/mp4" : "video/mp4";
        }
        return utf16(first)
                .map(charset -> text(new String(first, charset)))
                .orElseGet(() -> isText(first) ? text(new String(first, StandardCharsets.UTF_8)) : ANY);
    }

    /** UTF-16 by its mark, or by the zeros beside letters of ASCII: every second byte, and no other one. */
    private static Optional<Charset> utf16(byte[] first) {
        int mark = first.length < 2 ? 0 : ((first[0] & 0xFF) << 8) | (first[1] & 0xFF);
        int[] zeros = new int[2];
        for (int i = 0; i < first.length; i++) {
            zeros[i % 2] += first[i] == 0 ? 1 : 0;
        }
        int enough = Math.max(2, first.length / 10);
        Optional<Charset> charset = mark == 0xFEFF || (zeros[0] >= enough && zeros[1] == 0)
                ? Optional.of(StandardCharsets.UTF_16BE)
                : mark == 0xFFFE || (zeros[1] >= enough && zeros[0] == 0)
                        ? Optional.of(StandardCharsets.UTF_16LE)
                        : Optional.empty();
        return charset.filter(found -> hasNoControls(new String(first, found)));
    }

    private static boolean hasNoControls(String text) {
        return text.chars().noneMatch(c -> c < PRINTABLE && !isBlank(c));
    }

    private static boolean isBlank(int c) {
        return c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == 0x1b;
    }

    /** The last character may be incomplete when the content is longer. */
    private static boolean isText(byte[] first) {
        for (byte b : first) {
            if (b >= 0 && b < PRINTABLE && !isBlank(b)) {
                return false;
            }
        }
        if (isOfOlderCharset(first)) {
            return true;
        }
        int mostCut = first.length < BYTES ? 0 : 3;
        for (int cut = 0; cut <= mostCut; cut++) {
            if (isUtf8(Arrays.copyOf(first, first.length - cut))) {
                return true;
            }
        }
        return false;
    }

    /** Without control characters, longer content is text of a charset before Unicode, and so is content with words. */
    private static boolean isOfOlderCharset(byte[] first) {
        int letters = 0;
        for (byte b : first) {
            letters += Character.isLetter(b) ? 1 : 0;
        }
        return letters > 0 || first.length >= LONG;
    }

    private static boolean isUtf8(byte[] bytes) {
        try {
            StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException other) {
            return false;
        }
    }

    private static String text(String first) {
        String head = first.replace("\uFEFF", "").stripLeading().toLowerCase(Locale.ROOT);
        if (head.startsWith("<!doctype html") || head.startsWith("<html")) {
            return "text/html";
        }
        if (head.startsWith("<svg") || (head.startsWith("<?xml") && head.contains("<svg"))) {
            return "image/svg+xml";
        }
        if (head.startsWith("<?xml")) {
            return "application/xml";
        }
        return "text/plain";
    }
}
