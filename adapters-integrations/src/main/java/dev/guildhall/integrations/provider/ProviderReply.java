package dev.guildhall.integrations.provider;

/**
 * A provider's response. Its body may contain tokens.
 *
 * @param status of the response
 * @param contentType empty when there is none
 * @param body the whole body
 */
public record ProviderReply(int status, String contentType, String body) {
    @Override
    public String toString() {
        return "Reply[" + status + "]";
    }
}
