package dev.guildhall.integrations.provider;

/** A provider's response. Its body may contain tokens. */
public record ProviderReply(int status, String contentType, String body) {
    @Override
    public String toString() {
        return "Reply[" + status + "]";
    }
}
