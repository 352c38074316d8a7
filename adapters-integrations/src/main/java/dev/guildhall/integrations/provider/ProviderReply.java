package dev.guildhall.integrations.provider;

/**
 * What a provider answered. Its body may hold tokens.
 *
 * @param status of the response
 * @param contentType empty when there is none
 * @param body whole
 */
public record ProviderReply(int status, String contentType, String body) {
    @Override
    public String toString() {
        return "Reply[" + status + "]";
    }
}
