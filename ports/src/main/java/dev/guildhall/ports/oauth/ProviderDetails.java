package dev.guildhall.ports.oauth;

/**
 * What a sign-in page shows about a provider.
 *
 * @param name the name in requests
 * @param displayName the name that users see
 * @param kind the protocol that it uses
 */
public record ProviderDetails(ProviderName name, String displayName, ProviderKind kind) {}
