package dev.guildhall.wire.bedrock;

import dev.guildhall.wire.http.AwsCredentials;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signature Version 4 of AWS: the headers that sign a request of one service in one region. Immutable.
 *
 * @param credentials with which it signs
 * @param region for example {@code us-east-1}
 * @param service for example {@code bedrock}
 */
public record AwsSignature(AwsCredentials credentials, String region, String service) {
    private static final String ALGORITHM = "AWS4-HMAC-SHA256";
    private static final String SCOPE_END = "aws4_request";
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final int DAY_CHARACTERS = 8;
    /** By the name, then by the value: the character between the two does not count. */
    private static final Comparator<String> BY_NAME = Comparator.comparing(
                    (String parameter) -> parameter.substring(0, parameter.indexOf('=')))
            .thenComparing(Comparator.naturalOrder());

    private static final String UNRESERVED = "-._~/";

    /**
     * What is signed of a request.
     *
     * @param path as it is sent; it is encoded once more, as all services but one expect it
     * @param query as it is sent; empty when there is none
     * @param headers that are signed besides those of the signature itself; the host is one of them
     */
    public record Signed(String method, String path, String query, Map<String, String> headers, ByteBuffer body) {
        public Signed {
            headers = Map.copyOf(headers);
            body = body.asReadOnlyBuffer();
        }
    }

    /** The headers that the request needs besides those that are signed. */
    public Map<String, String> headers(Signed request, Instant now) {
        String time = TIME.format(now);
        Map<String, String> own = new LinkedHashMap<>();
        own.put("X-Amz-Date", time);
        credentials.sessionToken().ifPresent(token -> own.put("X-Amz-Security-Token", token));
        SortedMap<String, String> signed = new TreeMap<>();
        request.headers().forEach((name, value) -> signed.put(name.toLowerCase(Locale.ROOT), plain(value)));
        own.forEach((name, value) -> signed.put(name.toLowerCase(Locale.ROOT), plain(value)));
        String names = String.join(";", signed.keySet());
        String canonical = String.join(
                "\n",
                request.method(),
                encoded(request.path()),
                canonicalQuery(request.query()),
                signed.entrySet().stream()
                        .map(header -> header.getKey() + ":" + header.getValue() + "\n")
                        .collect(Collectors.joining()),
                names,
                hex(sha256(request.body().duplicate())));
        String day = time.substring(0, DAY_CHARACTERS);
        String scope = String.join("/", day, region, service, SCOPE_END);
        String text = String.join("\n", ALGORITHM, time, scope, hex(sha256(ByteBuffer.wrap(utf8(canonical)))));
        own.put(
                "Authorization",
                ALGORITHM + " Credential=" + credentials.accessKeyId() + "/" + scope + ", SignedHeaders=" + names
                        + ", Signature=" + hex(hmac(key(day), text)));
        return own;
    }

    private byte[] key(String day) {
        byte[] key = utf8("AWS4" + credentials.secretAccessKey());
        for (String part : new String[] {day, region, service, SCOPE_END}) {
            key = hmac(key, part);
        }
        return key;
    }

    private static String plain(String value) {
        return value.strip().replaceAll(" +", " ");
    }

    private static String canonicalQuery(String query) {
        return query.isEmpty()
                ? ""
                : Arrays.stream(query.split("&"))
                        .map(parameter -> parameter.contains("=") ? parameter : parameter + "=")
                        .sorted(BY_NAME)
                        .collect(Collectors.joining("&"));
    }

    private static String encoded(String text) {
        StringBuilder encoded = new StringBuilder();
        for (byte one : utf8(text)) {
            char character = (char) (one & 0xff);
            if (character < 0x80 && (Character.isLetterOrDigit(character) || UNRESERVED.indexOf(character) >= 0)) {
                encoded.append(character);
            } else {
                encoded.append('%').append(HexFormat.of().withUpperCase().toHexDigits(one));
            }
        }
        return encoded.toString();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    private static byte[] sha256(ByteBuffer bytes) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(bytes);
            return digest.digest();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static byte[] hmac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(utf8(text));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
