package dev.guildhall.http;

import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.oauth.AuthorizationRequest;
import dev.guildhall.ports.oauth.CodeExchange;
import dev.guildhall.ports.oauth.ExternalIdentity;
import dev.guildhall.ports.oauth.IdentityKey;
import dev.guildhall.ports.oauth.OAuthProvider;
import dev.guildhall.ports.oauth.ProviderDetails;
import dev.guildhall.ports.oauth.ProviderKind;
import dev.guildhall.ports.oauth.ProviderName;
import dev.guildhall.ports.problem.AccountProblem;
import dev.guildhall.ports.problem.Refusal;
import java.net.URI;
import java.util.Optional;

/**
 * A provider whose codes are email addresses: a code proves its address. The codes {@code refused} and {@code down}
 * fail.
 */
public final class TrustingProvider implements OAuthProvider {
    @Override
    public ProviderDetails details() {
        return new ProviderDetails(new ProviderName("acme"), "Acme", ProviderKind.OPENID_CONNECT);
    }

    @Override
    public URI authorizationUrl(AuthorizationRequest request) {
        return URI.create(
                "https://acme.example/authorize?state=" + request.state().value());
    }

    @Override
    public ExternalIdentity exchange(CodeExchange exchange) {
        String code = exchange.code().value();
        return switch (code) {
            case "refused" -> throw new Refusal(new AccountProblem.CodeRefused());
            case "down" -> throw new Refusal(new AccountProblem.ProviderUnavailable("acme"));
            default ->
                new ExternalIdentity(
                        new IdentityKey("https://acme.example", code),
                        Optional.of(new Email(code)),
                        true,
                        Optional.empty());
        };
    }
}
