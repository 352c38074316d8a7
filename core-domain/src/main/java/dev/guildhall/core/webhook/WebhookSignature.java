package dev.guildhall.core.webhook;

import dev.guildhall.ports.SecretSource;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The headers of the specification Standard Webhooks, version 1 (webhooks-5). */
final class WebhookSignature {
    private static final String PREFIX = "whsec_";
    private static final int KEY_BYTES = 32;
    private static final String HMAC = "HmacSHA256";

    private WebhookSignature() {}

    /** A new secret: {@code whsec_} and 256 random bits in base64. */
    static String newSecret(SecretSource source) {
        return PREFIX + Base64.getEncoder().encodeToString(source.bytes(KEY_BYTES));
    }

    /** The headers of a request that is sent at a time. */
    static Map<String, String> headers(String secret, String id, Instant at, byte[] body) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("webhook-id", id);
        headers.put("webhook-timestamp", Long.toString(at.getEpochSecond()));
        headers.put("webhook-signature", sign(secret, id, at, body));
        return headers;
    }

    private static String sign(String secret, String id, Instant at, byte[] body) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.substring(PREFIX.length())), HMAC));
            mac.update((id + "." + at.getEpochSecond() + ".").getBytes(StandardCharsets.UTF_8));
            return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every JDK has " + HMAC, impossible);
        }
    }
}
