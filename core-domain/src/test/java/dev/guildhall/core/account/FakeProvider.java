package dev.guildhall.core.account;

import dev.guildhall.ports.account.DisplayName;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.oauth.AuthorizationCode;
import dev.guildhall.ports.oauth.AuthorizationRequest;
import dev.guildhall.ports.oauth.CodeExchange;
import dev.guildhall.ports.oauth.ExternalIdentity;
import dev.guildhall.ports.oauth.IdentityKey;
import dev.guildhall.ports.oauth.OAuthProof;
import dev.guildhall.ports.oauth.OAuthProvider;
import dev.guildhall.ports.oauth.ProviderDetails;
import dev.guildhall.ports.oauth.ProviderKind;
import dev.guildhall.ports.oauth.ProviderName;
import dev.guildhall.ports.problem.AccountProblem;
import dev.guildhall.ports.problem.Refusal;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicBoolean;

/** A provider that identifies users by name and issues codes that can be used once. Thread-safe. */
final class FakeProvider implements OAuthProvider {
    private final ProviderName name;
    private final Map<String, ExternalIdentity> codes = new ConcurrentHashMap<>();
    private final ConcurrentLinkedDeque<CodeExchange> exchanges = new ConcurrentLinkedDeque<>();
    private final AtomicBoolean down = new AtomicBoolean();
    private Optional<OAuthProof> asked = Optional.empty();

    FakeProvider(String name) {
        this.name = new ProviderName(name);
    }

    /** A code for a user with an address that the provider has verified. */
    AuthorizationCode verified(String subject, String email) {
        return code(subject, Optional.of(new Email(email)), true);
    }

    /** A code for a user with an address that is not verified. */
    AuthorizationCode unverified(String subject, String email) {
        return code(subject, Optional.of(new Email(email)), false);
    }

    /** A code for a user whose address the provider does not reveal. */
    AuthorizationCode nameless(String subject) {
        return code(subject, Optional.empty(), true);
    }

    private AuthorizationCode code(String subject, Optional<Email> email, boolean verified) {
        String code = "code-" + codes.size() + "-" + subject;
        IdentityKey key = new IdentityKey("https://" + name.value() + ".example", subject);
        codes.put(code, new ExternalIdentity(key, email, verified, Optional.of(new DisplayName("Called " + subject))));
        return new AuthorizationCode(code);
    }

    void goDown() {
        down.set(true);
    }

    /** The proof of the last authorization request. */
    OAuthProof asked() {
        return asked.orElseThrow();
    }

    /** The last exchange. */
    CodeExchange exchanged() {
        return exchanges.getLast();
    }

    int exchanges() {
        return exchanges.size();
    }

    @Override
    public ProviderDetails details() {
        return new ProviderDetails(name, "The " + name.value(), ProviderKind.OPENID_CONNECT);
    }

    @Override
    public URI authorizationUrl(AuthorizationRequest request) {
        refuseWhenDown();
        asked = Optional.of(request.proof());
        return URI.create("https://" + name.value() + ".example/authorize?state="
                + request.state().value());
    }

    @Override
    public ExternalIdentity exchange(CodeExchange exchange) {
        refuseWhenDown();
        exchanges.add(exchange);
        return Optional.ofNullable(codes.remove(exchange.code().value()))
                .orElseThrow(() -> new Refusal(new AccountProblem.CodeRefused()));
    }

    private void refuseWhenDown() {
        if (down.get()) {
            throw new Refusal(new AccountProblem.ProviderUnavailable(name.value()));
        }
    }
}
