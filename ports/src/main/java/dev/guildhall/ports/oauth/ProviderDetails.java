package dev.guildhall.ports.oauth;

/**
 * What a sign-in page shows of a provider.
 *
 * @param name what requests name it by
 * @param displayName what people know it by
 * @param kind what it speaks
 */
public record ProviderDetails(ProviderName name, String displayName, ProviderKind kind) {}
