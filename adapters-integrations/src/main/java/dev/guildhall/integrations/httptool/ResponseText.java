package dev.guildhall.integrations.httptool;

import dev.guildhall.integrations.net.OutboundReply;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

final class ResponseText {
    private static final Pattern CHARSET = Pattern.compile("(?i);\\s*charset\\s*=\\s*\"?([A-Za-z0-9_.:-]{1,40})");

    private static final String MARK = "\uFEFF";

    private ResponseText() {}

    /** The media type of a response, without parameters; empty when there is none. */
    static String mediaType(OutboundReply reply) {
        return reply.header("Content-Type").orElse("").split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    }

    /** Whether the content type is JSON. */
    static boolean isJson(OutboundReply reply) {
        String type = mediaType(reply);
        return type.equals("application/json") || type.equals("text/json") || type.endsWith("+json");
    }

    /** Whether the body may be JSON: many servers send JSON as text, or without a content type. */
    static boolean mayBeJson(OutboundReply reply) {
        String type = mediaType(reply);
        return isJson(reply)
                || type.isEmpty()
                || (type.equals("text/plain") && beginsLikeJson(reply))
                || type.equals("text/javascript")
                || type.equals("application/javascript");
    }

    private static boolean beginsLikeJson(OutboundReply reply) {
        String text = of(reply).orElse("");
        return text.startsWith("{") || text.startsWith("[");
    }

    /** The text of the body without a byte order mark; empty when it is not text. */
    static Optional<String> of(OutboundReply reply) {
        byte[] body = reply.body();
        try {
            String decoded = (isUtf16(body) ? StandardCharsets.UTF_16 : charset(reply))
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString();
            String text = decoded.startsWith(MARK) ? decoded.substring(MARK.length()) : decoded;
            return isJson(reply) || isReadable(reply, text) ? Optional.of(text) : Optional.empty();
        } catch (CharacterCodingException binary) {
            return Optional.empty();
        }
    }

    private static boolean isUtf16(byte[] body) {
        return body.length > 1
                && ((body[0] == (byte) 0xFE && body[1] == (byte) 0xFF)
                        || (body[0] == (byte) 0xFF && body[1] == (byte) 0xFE));
    }

    private static Charset charset(OutboundReply reply) {
        Matcher named = CHARSET.matcher(reply.header("Content-Type").orElse(""));
        try {
            return named.find() ? Charset.forName(named.group(1)) : StandardCharsets.UTF_8;
        } catch (IllegalCharsetNameException | UnsupportedCharsetException unknown) {
            return StandardCharsets.UTF_8;
        }
    }

    /** A body with the type of an image is not text, even when its bytes are valid text. */
    private static boolean isReadable(OutboundReply reply, String text) {
        String type = mediaType(reply);
        boolean media = type.startsWith("image/")
                || type.startsWith("audio/")
                || type.startsWith("video/")
                || type.startsWith("font/");
        return !media && text.indexOf('\0') < 0;
    }
}
