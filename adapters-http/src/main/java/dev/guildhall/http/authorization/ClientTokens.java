package dev.guildhall.http.authorization;

import dev.guildhall.http.ExternalTokens;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.authorization.Authorizations;
import dev.guildhall.ports.session.AccessToken;
import java.util.Optional;

/** Accepts the access tokens of OAuth clients, besides those that are good for all services. */
public final class ClientTokens implements ExternalTokens {
    private final Authorizations authorizations;

    public ClientTokens(Authorizations authorizations) {
        this.authorizations = authorizations;
    }

    @Override
    public Optional<Caller.User> bearer(Caller caller, AccessToken token) {
        return authorizations.authenticate(caller, token);
    }
}
