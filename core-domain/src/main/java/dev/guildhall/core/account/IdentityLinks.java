package dev.guildhall.core.account;

import dev.guildhall.core.config.OAuthLimits;
import dev.guildhall.core.security.Permissions;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.IdentityId;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.account.DisplayName;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.account.RegistrationMode;
import dev.guildhall.ports.audit.AuditAction;
import dev.guildhall.ports.audit.AuditDetail;
import dev.guildhall.ports.oauth.ExternalIdentity;
import dev.guildhall.ports.oauth.LinkedIdentity;
import dev.guildhall.ports.oauth.ProviderName;
import dev.guildhall.ports.problem.AccountProblem;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.profile.Profile;
import dev.guildhall.ports.session.Session;
import dev.guildhall.ports.storage.AccountStores;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Finds the account that an identity signs in to (accounts-25). An identity is never linked automatically
 * to an account whose address is not verified: another person may have registered that address. Methods that write must
 * run in a transaction, unless they say otherwise.
 */
public final class IdentityLinks {
    /** The provider in the links of accounts that a token of another issuer created. */
    private static final ProviderName TOKEN_ISSUER = new ProviderName("token-issuer");

    private final InstantSource clock;
    private final IdSource ids;
    private final AccountStores kept;
    private final AuditJournal journal;
    private final Permissions permissions;
    private final Supplier<RegistrationMode> mode;
    private final OAuthLimits limits;

    public IdentityLinks(
            SessionService.Sources sources,
            AccountStores kept,
            AuditJournal journal,
            Permissions permissions,
            Supplier<RegistrationMode> mode,
            OAuthLimits limits) {
        this.clock = sources.clock();
        this.ids = sources.ids();
        this.kept = kept;
        this.journal = journal;
        this.permissions = permissions;
        this.mode = mode;
        this.limits = limits;
    }

    /** The account that the identity signs in to; links or creates it when that is permitted. */
    Account accountOf(Caller caller, ProviderName provider, ExternalIdentity identity) {
        Optional<Account> linked = linked(identity);
        if (linked.isPresent()) {
            return linked.get();
        }
        Account account = identity.email()
                .flatMap(kept.accounts()::findByAnySpelling)
                .map(local -> joinable(local, identity))
                .orElseGet(() -> {
                    Registrations.requireOpen(mode.get());
                    return registered(caller, new UserId(ids.next("usr")), identity.email(), identity);
                });
        note(caller, AuditAction.IDENTITY_LINKED, add(account.id(), provider, identity));
        return account;
    }

    /** The account of the bearer of another issuer's token, which the first use creates; runs its own transactions. */
    Account accountOfBearer(Caller caller, ExternalIdentity identity) {
        Optional<Account> linked = linked(identity);
        return linked.isPresent()
                ? linked.get()
                : againIfRaced(() -> linked(identity).orElseGet(() -> newOfBearer(caller, identity)));
    }

    private Account newOfBearer(Caller caller, ExternalIdentity identity) {
        UserId userId = new UserId(ids.next("usr"));
        Optional<Email> email = identity.verifiedEmail()
                .filter(own -> kept.accounts().findByAnySpelling(own).isEmpty());
        Account account = registered(caller, userId, email, identity);
        note(caller, AuditAction.IDENTITY_LINKED, add(userId, TOKEN_ISSUER, identity));
        return account;
    }

    private Optional<Account> linked(ExternalIdentity identity) {
        return kept.identities()
                .find(identity.key())
                .flatMap(link -> kept.accounts().find(link.userId()));
    }

    /** Of two concurrent first sign-ins one writes; the other one finds the written account at its second attempt. */
    <T> T againIfRaced(Supplier<T> work) {
        try {
            return kept.transactions().inTransaction(work);
        } catch (Refusal refusal) {
            boolean raced = refusal.problem() instanceof AccountProblem.EmailTaken
                    || refusal.problem() instanceof AccountProblem.IdentityTaken;
            if (!raced) {
                throw refusal;
            }
            return kept.transactions().inTransaction(work);
        }
    }

    /**
     * Refuses an erased or disabled account; locks it, so that a sign-in does not overlap with an erasure or a change by
     * an admin.
     */
    void requireEnabled(Account account) {
        Admins.requireEnabled(locked(account.id()));
    }

    /** Links the identity to that account, unless it is linked already. */
    LinkedIdentity link(Caller.User user, ProviderName provider, ExternalIdentity identity) {
        UserId userId = user.userId();
        Account account = locked(userId);
        List<LinkedIdentity> own = ofUser(userId);
        Optional<LinkedIdentity> linked =
                own.stream().filter(link -> link.key().equals(identity.key())).findFirst();
        if (linked.isPresent()) {
            return linked.get();
        }
        if (own.size() >= limits.identities()) {
            throw new Refusal(new AccountProblem.TooManyIdentities(limits.identities()));
        }
        verifyEmail(account, identity);
        LinkedIdentity added = add(userId, provider, identity);
        note(user, AuditAction.IDENTITY_LINKED, added);
        return added;
    }

    /** Removes a link, unless it is the last way to sign in. */
    void unlink(Caller.User user, IdentityId id) {
        Account account = locked(user.userId());
        List<LinkedIdentity> own = ofUser(user.userId());
        LinkedIdentity leaving = own.stream()
                .filter(link -> link.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new Refusal(new CommonProblem.NotFound("identity")));
        if (own.size() == 1 && account.passwordHash().isEmpty()) {
            throw new Refusal(new AccountProblem.LastSignInMethod());
        }
        kept.identities().remove(id);
        note(user, AuditAction.IDENTITY_UNLINKED, leaving);
    }

    void noteSignIn(Caller caller, ProviderName provider, Session session) {
        Map<AuditDetail, String> details = AuditJournal.signIn(caller, session);
        details.put(AuditDetail.PROVIDER, provider.value());
        journal.note(session.userId(), AuditAction.SIGNED_IN, details);
        if (caller instanceof Caller.Anonymous(String address, var ignored)) {
            kept.accounts().noteSignInAddress(session.userId(), address, clock.instant());
        }
    }

    private void note(Caller caller, AuditAction action, LinkedIdentity link) {
        Map<AuditDetail, String> details = new EnumMap<>(AuditDetail.class);
        details.putAll(AuditJournal.origin(caller));
        details.put(AuditDetail.IDENTITY_ID, link.id().value());
        details.put(AuditDetail.PROVIDER, link.provider().value());
        journal.note(link.userId(), action, details);
    }

    /** Rules about all links of an account are checked under its lock. */
    private Account locked(UserId userId) {
        return kept.accounts()
                .lock(userId)
                .orElseThrow(() -> new Refusal(new CommonProblem.Unauthenticated("the account does not exist")));
    }

    List<LinkedIdentity> ofUser(UserId userId) {
        return kept.identities().ofUser(userId);
    }

    private static Account joinable(Account local, ExternalIdentity identity) {
        if (!identity.emailVerified() || !local.emailVerified()) {
            throw notLinked();
        }
        return local;
    }

    private Account registered(Caller caller, UserId userId, Optional<Email> email, ExternalIdentity identity) {
        Instant now = clock.instant();
        ProfileId profileId = new ProfileId(ids.next("prf"));
        Account account = new Account(
                userId,
                email.map(Email::canonical),
                email.isPresent() && identity.verifiedEmail().equals(email),
                Optional.empty(),
                profileId,
                now);
        refuseUnverifiedAdmin(account);
        if (!kept.accounts().add(account)) {
            throw new Refusal(new AccountProblem.EmailTaken());
        }
        DisplayName name = identity.name()
                .or(() -> identity.email().map(Registrations::nameFrom))
                .orElseGet(() -> new DisplayName(userId.value()));
        kept.profiles().add(new Profile(profileId, account.id(), name, Optional.empty(), now));
        journal.note(account.id(), AuditAction.REGISTERED, AuditJournal.origin(caller));
        return account;
    }

    /** Addresses identify admins; an unverified address of a provider must not create one. */
    private void refuseUnverifiedAdmin(Account account) {
        if (!account.emailVerified() && permissions.rolesOf(account).contains(Role.ADMIN)) {
            throw notLinked();
        }
    }

    private LinkedIdentity add(UserId userId, ProviderName provider, ExternalIdentity identity) {
        LinkedIdentity link =
                new LinkedIdentity(new IdentityId(ids.next("idn")), userId, provider, identity.key(), clock.instant());
        if (!kept.identities().add(link)) {
            throw new Refusal(new AccountProblem.IdentityTaken());
        }
        return link;
    }

    /** A user who is signed in to the account and has the same address at the provider has verified it. */
    private void verifyEmail(Account account, ExternalIdentity identity) {
        Optional<Email> verified = identity.verifiedEmail().map(Email::canonical);
        boolean same = verified.isPresent() && verified.equals(account.email().map(Email::canonical));
        if (same && !account.emailVerified()) {
            kept.accounts().setEmailVerified(account.id());
        }
    }

    private static Refusal notLinked() {
        return new Refusal(new AccountProblem.AccountNotLinked());
    }
}
