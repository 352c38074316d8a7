package dev.guildhall.ports.oauth;

import java.util.List;
import java.util.Optional;

/** Driven port: the sign-in providers of an installation. Does not block. */
public interface OAuthProviders {
    /** All providers, in the order of the sign-in page; names are unique. */
    List<OAuthProvider> all();

    /** The provider of that name; empty when there is none. */
    default Optional<OAuthProvider> find(ProviderName name) {
        return all().stream()
                .filter(provider -> provider.details().name().equals(name))
                .findFirst();
    }
}
