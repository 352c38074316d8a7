package dev.guildhall.ports.trigger;

import dev.guildhall.ports.webhook.Webhook;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * A request to the address of a trigger.
 *
 * @param bearer the secret in the header {@code Authorization}; absent when there is none
 * @param messageId identifies the message: another request with it within a day starts nothing; absent when there is none
 * @param signature of the message with its identifier; absent when one of its headers is missing
 * @param hops how many deliveries to webhooks have led to the request, 0 to {@link Webhook#MOST_HOPS} (webhooks-13)
 * @param content the body as it was received, which the signature covers
 * @param payload the body as plain JDK values; null stands for the null of JSON
 */
public record TriggerRequest(
        Optional<String> bearer,
        Optional<String> messageId,
        Optional<Signature> signature,
        int hops,
        ByteBuffer content,
        Object payload) {
    public TriggerRequest {
        content = content.asReadOnlyBuffer();
    }

    @Override
    public ByteBuffer content() {
        return content.duplicate();
    }

    /**
     * The headers of a signature, as Standard Webhooks has them.
     *
     * @param timestamp seconds since 1970
     * @param signatures one or more of {@code v1,} and a base64 text, separated by spaces
     */
    public record Signature(String timestamp, String signatures) {}
}
