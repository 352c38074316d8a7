package dev.guildhall.core.account;

import dev.guildhall.core.config.GroupLimits;
import dev.guildhall.core.mail.Outbox;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.account.AccountRights;
import dev.guildhall.ports.account.DisplayName;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.account.PasswordHash;
import dev.guildhall.ports.account.Registration;
import dev.guildhall.ports.account.RegistrationMode;
import dev.guildhall.ports.account.SetupToken;
import dev.guildhall.ports.audit.AuditAction;
import dev.guildhall.ports.audit.AuditDetail;
import dev.guildhall.ports.group.NewMember;
import dev.guildhall.ports.invitation.Invitation;
import dev.guildhall.ports.invitation.InvitedGroup;
import dev.guildhall.ports.mail.MailKind;
import dev.guildhall.ports.problem.AccountProblem;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.profile.Profile;
import dev.guildhall.ports.storage.AccountStores;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Creates accounts with a password: of anybody, by an invitation, or the first admin's by the setup token. */
public final class Registrations {
    private static final String SETUP_TOKEN = "setupToken";

    private final InstantSource clock;
    private final IdSource ids;
    private final AccountStores stores;
    private final AuditJournal journal;
    private final PasswordCheck passwords;
    private final FirstAdmin firstAdmin;
    private final InvitationService invitations;
    private final SettingsService settings;
    private final Outbox outbox;
    private final GroupMembers members;
    private final GroupLimits limits;

    public Registrations(
            SessionService.Sources sources,
            AccountStores stores,
            AuditJournal journal,
            PasswordCheck passwords,
            FirstAdmin firstAdmin,
            InvitationService invitations,
            SettingsService settings,
            Outbox outbox,
            GroupLimits limits) {
        this.clock = sources.clock();
        this.ids = sources.ids();
        this.stores = stores;
        this.journal = journal;
        this.passwords = passwords;
        this.firstAdmin = firstAdmin;
        this.invitations = invitations;
        this.settings = settings;
        this.outbox = outbox;
        this.members = new GroupMembers(ids, stores, limits);
        this.limits = limits;
    }

    RegistrationMode mode() {
        return settings.current().registration();
    }

    /** Refuses a registration with {@code CommonProblem.Forbidden} where not anybody may register. */
    static void requireOpen(RegistrationMode mode) {
        if (mode != RegistrationMode.OPEN) {
            throw new Refusal(new CommonProblem.Forbidden("registration is "
                    + (mode == RegistrationMode.CLOSED ? "closed" : "by invitation") + " on this server"));
        }
    }

    /** Checks the request outside of a transaction, and hashes its password. */
    Prepared prepare(Caller caller, Registration registration) {
        if (registration.setupToken().isPresent()) {
            firstAdmin.require(caller, registration.setupToken().get(), SETUP_TOKEN);
        } else if (registration.invitation().isPresent()) {
            if (mode() == RegistrationMode.CLOSED) {
                requireOpen(RegistrationMode.CLOSED);
            }
            invitations.require(caller, registration.invitation().get(), registration.email());
        } else {
            requireOpen(mode());
        }
        if (stores.accounts().findByAnySpelling(registration.email()).isPresent()) {
            throw new Refusal(new AccountProblem.EmailTaken());
        }
        return new Prepared(registration, passwords.hash(registration.password()));
    }

    /** A registration that may be stored. */
    record Prepared(Registration registration, PasswordHash hash) {}

    /** Stores the account with its profile; part of the open transaction. */
    Account store(Caller caller, Prepared prepared) {
        Registration registration = prepared.registration();
        Instant now = clock.instant();
        UserId userId = new UserId(ids.next("usr"));
        Profile profile =
                new Profile(new ProfileId(ids.next("prf")), userId, nameOf(registration), Optional.empty(), now);
        boolean first = registration.setupToken().isPresent();
        if (first) {
            firstAdmin.claim(SETUP_TOKEN);
        }
        Optional<Invitation> invitation = first
                ? Optional.empty()
                : registration.invitation().map(token -> invitations.take(token, registration.email()));
        boolean isAdmin = first
                || invitation
                        .filter(invited -> invited.roles().contains(Role.ADMIN))
                        .isPresent();
        boolean isVerified = invitation.flatMap(Invitation::email).isPresent();
        Account account = new Account(
                userId,
                Optional.of(registration.email().canonical()),
                isVerified,
                Optional.of(prepared.hash()),
                profile.id(),
                now,
                isAdmin ? AccountRights.ADMIN : AccountRights.DEFAULT);
        if (!stores.accounts().add(account)) {
            throw new Refusal(new AccountProblem.EmailTaken());
        }
        stores.profiles().add(profile);
        journal.note(userId, AuditAction.REGISTERED, AuditJournal.origin(caller));
        if (isAdmin) {
            noteAdmin(userId);
        }
        invitation.ifPresent(invited -> join(invited, profile));
        if (!isVerified && settings.current().sendsMail()) {
            account.email().ifPresent(to -> outbox.add(MailKind.VERIFICATION, to, Optional.empty()));
        }
        return account;
    }

    /** A group that does not exist any more or is full is left out. */
    private void join(Invitation invited, Profile profile) {
        for (InvitedGroup group : invited.groups()) {
            boolean hasRoom = stores.groups().lock(group.id()).isPresent()
                    && stores.memberships().count(group.id()).members() < limits.members();
            if (hasRoom) {
                members.join(group.id(), new NewMember(profile.id(), group.role()), clock.instant());
                journal.note(
                        profile.userId(),
                        AuditAction.MEMBER_ADDED,
                        Map.of(
                                AuditDetail.GROUP_ID, group.id().value(),
                                AuditDetail.PROFILE_ID, profile.id().value(),
                                AuditDetail.ROLE, group.role().wireName()));
            }
        }
    }

    /** Gives an account the role {@code admin}, as long as there is no administrator. */
    void setUp(Caller.User user, SetupToken token) {
        UserId id = user.userId();
        firstAdmin.require(user, token, "token");
        stores.transactions().run(() -> {
            Account account = stores.accounts()
                    .lock(id)
                    .orElseThrow(() -> new Refusal(new CommonProblem.Unauthenticated("the account has been erased")));
            firstAdmin.claim("token");
            AccountRights rights = account.rights();
            stores.accounts().setRights(id, new AccountRights(rights.disabled(), Set.of(Role.ADMIN), rights.budget()));
            noteAdmin(id);
        });
    }

    private void noteAdmin(UserId id) {
        journal.note(id, AuditAction.ROLES_CHANGED, Map.of(AuditDetail.ROLE, Role.ADMIN.wireName()));
    }

    private static DisplayName nameOf(Registration registration) {
        return registration.displayName().orElseGet(() -> nameFrom(registration.email()));
    }

    /** The part of the address before the {@code @}, shortened to the maximum length of a name (accounts-4). */
    static DisplayName nameFrom(Email email) {
        String local = email.localPart();
        int characters = Math.min(local.codePointCount(0, local.length()), DisplayName.MAX);
        return new DisplayName(local.substring(0, local.offsetByCodePoints(0, characters)));
    }
}
