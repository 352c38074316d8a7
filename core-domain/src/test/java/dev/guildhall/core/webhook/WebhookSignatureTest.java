package dev.guildhall.core.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WebhookSignatureTest {
    /** The example of the tests of the libraries of Standard Webhooks. */
    @Test
    void the_signature_is_that_of_the_specifications_example() {
        byte[] body = "{\"test\": 2432232314}".getBytes(StandardCharsets.UTF_8);

        Map<String, String> headers = WebhookSignature.headers(
                "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                "msg_p5jXN8AQM9LWM0D4loKWxJek",
                Instant.ofEpochSecond(1614265330, 999_000_000),
                body);

        assertThat(headers)
                .containsExactly(
                        Map.entry("webhook-id", "msg_p5jXN8AQM9LWM0D4loKWxJek"),
                        Map.entry("webhook-timestamp", "1614265330"),
                        Map.entry("webhook-signature", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="));
    }

    @Test
    void a_secret_has_32_bytes() {
        String secret = WebhookSignature.newSecret(byte[]::new);

        assertThat(secret).startsWith("whsec_");
        assertThat(Base64.getDecoder().decode(secret.substring(6))).hasSize(32);
    }
}
