package dev.guildhall.core.account;

import dev.guildhall.core.security.Secrets;
import dev.guildhall.ports.AddressRange;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.AccountToken;
import dev.guildhall.ports.account.Factor;
import dev.guildhall.ports.account.TokenKind;
import dev.guildhall.ports.audit.AuditAction;
import dev.guildhall.ports.audit.AuditDetail;
import dev.guildhall.ports.passkey.Base64Url;
import dev.guildhall.ports.passkey.NewPasskey;
import dev.guildhall.ports.passkey.PasskeyAssertion;
import dev.guildhall.ports.passkey.PasskeyCheck;
import dev.guildhall.ports.passkey.PasskeyRequest;
import dev.guildhall.ports.passkey.PasskeyVerifier;
import dev.guildhall.ports.passkey.RelyingParty;
import dev.guildhall.ports.passkey.VerifiedPasskey;
import dev.guildhall.ports.problem.AccountProblem;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.settings.CurrentSettings;
import dev.guildhall.ports.settings.PublicUrl;
import dev.guildhall.ports.storage.AccountStores;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;

/** Challenges for passkeys, and what browsers return for them (accounts-45 to accounts-48). */
public final class Passkeys {
    /** How long a challenge can be used. */
    static final Duration CHALLENGE = Duration.ofMinutes(5);

    private final InstantSource clock;
    private final Secrets secrets;
    private final AccountStores stores;
    private final AuditJournal journal;
    private final PasskeyVerifier verifier;
    private final Supplier<CurrentSettings> settings;

    public Passkeys(
            SessionService.Sources sources,
            AccountStores stores,
            AuditJournal journal,
            PasskeyVerifier verifier,
            Supplier<CurrentSettings> settings) {
        this.clock = sources.clock();
        this.secrets = new Secrets(sources.secrets());
        this.stores = stores;
        this.journal = journal;
        this.verifier = verifier;
        this.settings = settings;
    }

    /** The installation; empty when it takes no passkeys, or has an address to which browsers bind none. */
    Optional<RelyingParty> relyingParty() {
        PublicUrl address = settings.get().address();
        String host = address.host().toLowerCase(Locale.ROOT);
        boolean isName = !host.startsWith("[") && AddressRange.literal(host).isEmpty();
        return verifier.algorithms().isEmpty() || !isName
                ? Optional.empty()
                : Optional.of(new RelyingParty(host, Set.of(origin(address, host))));
    }

    private static String origin(PublicUrl address, String host) {
        URI uri = URI.create(address.value());
        String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
        boolean isUsual = uri.getPort() == -1 || uri.getPort() == (scheme.equals("https") ? 443 : 80);
        return scheme + "://" + host + (isUsual ? "" : ":" + uri.getPort());
    }

    RelyingParty requireRelyingParty() {
        return relyingParty()
                .orElseThrow(() -> new Refusal(new CommonProblem.Conflict(
                        "passkeys need a public address with the name of a host, which an admin sets")));
    }

    /** The algorithms of new passkeys. */
    List<Integer> algorithms() {
        return verifier.algorithms();
    }

    /** The handle by which authenticators name an account. */
    static Base64Url handle(UserId user) {
        return new Base64Url(user.value().getBytes(StandardCharsets.UTF_8));
    }

    /** Issues a challenge for a new passkey, in place of an earlier one; belongs into a transaction. */
    Base64Url creation(UserId user) {
        stores.accountTokens().removeOf(user, TokenKind.PASSKEY_CREATION);
        return challenge(TokenKind.PASSKEY_CREATION, Optional.of(user));
    }

    PasskeyRequest beginSignIn() {
        RelyingParty party = requireRelyingParty();
        return new PasskeyRequest(challenge(TokenKind.PASSKEY_SIGN_IN, Optional.empty()), party.id());
    }

    private Base64Url challenge(TokenKind kind, Optional<UserId> user) {
        Base64Url challenge = new Base64Url(secrets.fresh());
        stores.accountTokens()
                .add(new AccountToken(
                        hash(challenge),
                        kind,
                        user,
                        Optional.empty(),
                        clock.instant().plus(CHALLENGE)));
        return challenge;
    }

    private static String hash(Base64Url challenge) {
        return Secrets.hash(challenge.value());
    }

    /** Verifies a new passkey of an account; uses its challenge up. */
    VerifiedPasskey verified(UserId user, NewPasskey made) {
        RelyingParty party = requireRelyingParty();
        Base64Url challenge = verifier.challenge(made.clientData())
                .filter(sent -> isOf(user, sent))
                .filter(sent -> stores.accountTokens()
                        .take(hash(sent), TokenKind.PASSKEY_CREATION, clock.instant())
                        .isPresent())
                .orElseThrow(() -> Refusal.invalid(
                        "credential", "has a challenge that is unknown, was used or is older than 5 minutes"));
        return verifier.verify(made, new PasskeyCheck(challenge, party, false));
    }

    private boolean isOf(UserId user, Base64Url challenge) {
        return stores.accountTokens()
                .find(hash(challenge), TokenKind.PASSKEY_CREATION, clock.instant())
                .flatMap(AccountToken::userId)
                .equals(Optional.of(user));
    }

    /** The passkey that signs in alone; uses the challenge up, whatever comes of it. */
    Factor accepted(Caller caller, PasskeyAssertion assertion) {
        Optional<PasskeyCheck> check = verifier.challenge(assertion.clientData())
                .filter(sent -> stores.accountTokens()
                        .take(hash(sent), TokenKind.PASSKEY_SIGN_IN, clock.instant())
                        .isPresent())
                .flatMap(sent -> relyingParty().map(party -> new PasskeyCheck(sent, party, true)));
        Factor factor = check.flatMap(ignored -> assertion.userHandle())
                .flatMap(Passkeys::userOf)
                .flatMap(user -> find(stores.factors().ofUser(user), assertion))
                .orElseThrow(Passkeys::refused);
        if (!accepts(factor, assertion, check.orElseThrow())) {
            Map<AuditDetail, String> details = new EnumMap<>(AuditJournal.origin(caller));
            details.putAll(named(factor));
            stores.transactions().run(() -> journal.note(factor.userId(), AuditAction.FACTOR_FAILED, details));
            throw refused();
        }
        return factor;
    }

    private static Optional<UserId> userOf(Base64Url handle) {
        try {
            return Optional.of(new UserId(new String(handle.bytes(), StandardCharsets.UTF_8)));
        } catch (Refusal malformed) {
            return Optional.empty();
        }
    }

    /** The passkey that an assertion names. */
    static Optional<Factor> find(List<Factor> factors, PasskeyAssertion assertion) {
        return factors.stream()
                .filter(factor -> factor.passkey()
                        .filter(passkey -> passkey.credentialId().equals(assertion.credentialId()))
                        .isPresent())
                .findFirst();
    }

    /** Whether the owner of a passkey has signed, with a counter that increases. */
    boolean accepts(Factor factor, PasskeyAssertion assertion, PasskeyCheck check) {
        boolean isOwners = assertion
                .userHandle()
                .filter(handle -> !handle.equals(handle(factor.userId())))
                .isEmpty();
        OptionalLong counter =
                isOwners ? verifier.verify(assertion, factor.passkey().orElseThrow(), check) : OptionalLong.empty();
        if (counter.isEmpty()) {
            return false;
        }
        boolean isAccepted = stores.factors().accept(factor.id(), counter.getAsLong(), clock.instant());
        if (!isAccepted) {
            stores.transactions().run(() -> journal.note(factor.userId(), AuditAction.PASSKEY_COPIED, named(factor)));
        }
        return isAccepted;
    }

    static Map<AuditDetail, String> named(Factor factor) {
        return Map.of(AuditDetail.FACTOR_ID, factor.id().value());
    }

    private static Refusal refused() {
        return new Refusal(new AccountProblem.InvalidCredentials());
    }
}
