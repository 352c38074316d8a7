package dev.guildhall.ports.connection;

import java.net.URI;
import java.util.List;
import java.util.Optional;

/**
 * A consent that a gateway has prepared.
 *
 * @param authorizationUrl the address for the browser
 * @param scopes the scopes that it requests there
 * @param grantable the scopes that the provider says it can grant, as far as it was asked; empty when it names none
 * @param registration what the gateway needs to exchange the code, in a form of its own; may contain secrets. Absent
 *     when it needs nothing.
 */
public record BegunConsent(
        URI authorizationUrl, List<Scope> scopes, List<Scope> grantable, Optional<String> registration) {
    public BegunConsent {
        scopes = List.copyOf(scopes);
        grantable = List.copyOf(grantable);
    }

    /** A consent at a provider that was not asked for anything, of a gateway that needs nothing else to exchange the code. */
    public BegunConsent(URI authorizationUrl, List<Scope> scopes) {
        this(authorizationUrl, scopes, List.of(), Optional.empty());
    }

    @Override
    public String toString() {
        return "BegunConsent[" + scopes + "]";
    }
}
