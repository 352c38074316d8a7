package dev.guildhall.core.account;

import dev.guildhall.core.config.GroupLimits;
import dev.guildhall.core.mail.MailTexts;
import dev.guildhall.core.mail.Outbox;
import dev.guildhall.core.security.Permissions;
import dev.guildhall.core.security.Secrets;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.account.InvitationToken;
import dev.guildhall.ports.account.RegistrationMode;
import dev.guildhall.ports.audit.AuditAction;
import dev.guildhall.ports.audit.AuditDetail;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.group.GroupRole;
import dev.guildhall.ports.invitation.GroupInvitation;
import dev.guildhall.ports.invitation.Invitation;
import dev.guildhall.ports.invitation.InvitationId;
import dev.guildhall.ports.invitation.Invitations;
import dev.guildhall.ports.invitation.InvitedGroup;
import dev.guildhall.ports.invitation.IssuedInvitation;
import dev.guildhall.ports.invitation.NewInvitation;
import dev.guildhall.ports.mail.MailKind;
import dev.guildhall.ports.problem.AccountProblem;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.storage.AccountStores;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Invitations to register: an admin's, and those of a group to an address without an account. */
public final class InvitationService implements Invitations {
    private static final Duration LIFE = Duration.ofDays(7);
    private static final Duration LONGEST = Duration.ofDays(90);
    private static final Duration DAY = Duration.ofDays(1);
    private static final int MOST_OPEN = 10_000;
    private static final int MAILS_A_DAY = 20;

    private final InstantSource clock;
    private final IdSource ids;
    private final Secrets secrets;
    private final AccountStores stores;
    private final AuditJournal journal;
    private final Permissions permissions;
    private final SettingsService settings;
    private final Outbox outbox;
    private final MailTexts texts;
    private final Attempts attempts;
    private final GroupMembers members;

    public InvitationService(
            SessionService.Sources sources,
            AccountStores stores,
            AuditJournal journal,
            Permissions permissions,
            SettingsService settings,
            Outbox outbox,
            MailTexts texts,
            Attempts attempts,
            GroupLimits limits) {
        this.clock = sources.clock();
        this.ids = sources.ids();
        this.secrets = new Secrets(sources.secrets());
        this.stores = stores;
        this.journal = journal;
        this.permissions = permissions;
        this.settings = settings;
        this.outbox = outbox;
        this.texts = texts;
        this.attempts = attempts;
        this.members = new GroupMembers(ids, stores, limits);
    }

    @Override
    public IssuedInvitation invite(Caller caller, NewInvitation wanted) {
        Caller.User admin = caller.requireSession();
        permissions.requireAdmin(admin);
        Instant now = clock.instant();
        Instant expiresAt = wanted.expiresAt().orElse(now.plus(LIFE));
        if (!expiresAt.isAfter(now) || expiresAt.isAfter(now.plus(LONGEST))) {
            throw Refusal.invalid("expiresAt", "must be within the next " + LONGEST.toDays() + " days");
        }
        return stores.transactions().inTransaction(() -> {
            for (GroupId group : wanted.groups()) {
                if (stores.groups().find(group).isEmpty()) {
                    throw Refusal.invalid("groups", "there is no group " + group.value());
                }
            }
            wanted.email().ifPresent(this::requireFree);
            List<InvitedGroup> groups = wanted.groups().stream()
                    .map(group -> new InvitedGroup(group, GroupRole.MEMBER))
                    .toList();
            return issue(admin, wanted.email(), wanted.roles(), groups, expiresAt);
        });
    }

    /**
     * Invites an address without an account to a group; part of the open transaction, in which the caller's right to add
     * members was checked.
     */
    void inviteToGroup(Caller.User inviter, Email email, InvitedGroup group) {
        RegistrationMode mode = settings.current().registration();
        if (mode == RegistrationMode.CLOSED || (mode == RegistrationMode.INVITED && !inviter.isAdmin())) {
            throw new Refusal(new CommonProblem.Forbidden("there is no account with this address, and "
                    + (mode == RegistrationMode.CLOSED ? "registration is closed" : "only an admin invites persons")));
        }
        if (!settings.current().sendsMail()) {
            throw new Refusal(new CommonProblem.Conflict(
                    "there is no account with this address, and no mail is configured to invite its user"));
        }
        Instant now = clock.instant();
        if (stores.invitations().countMailed(inviter.userId(), now.minus(DAY)) >= MAILS_A_DAY) {
            throw new Refusal(new CommonProblem.RateLimited(
                    DAY,
                    CommonProblem.RateLimited.Counted.REQUESTS,
                    "at most " + MAILS_A_DAY + " persons are invited a day"));
        }
        issue(inviter, Optional.of(email), Set.of(), List.of(group), now.plus(LIFE));
    }

    private IssuedInvitation issue(
            Caller.User inviter, Optional<Email> email, Set<Role> roles, List<InvitedGroup> groups, Instant expiresAt) {
        Instant now = clock.instant();
        if (stores.invitations().countOpen(now) >= MOST_OPEN) {
            throw new Refusal(new CommonProblem.RateLimited(
                    DAY, CommonProblem.RateLimited.Counted.REQUESTS, "there are " + MOST_OPEN + " open invitations"));
        }
        String token = secrets.fresh();
        Invitation invitation = new Invitation(
                new InvitationId(ids.next("inv")),
                email.map(Email::canonical),
                roles,
                groups,
                inviter.userId(),
                now,
                expiresAt);
        stores.invitations().add(invitation, Secrets.hash(token));
        if (settings.current().sendsMail()) {
            invitation.email().ifPresent(to -> outbox.add(MailKind.INVITATION, to, Optional.of(token)));
        }
        note(inviter, AuditAction.INVITATION_CREATED, invitation.id());
        return new IssuedInvitation(invitation, texts.invitation(token));
    }

    private void requireFree(Email email) {
        if (stores.accounts().findByAnySpelling(email).isPresent()) {
            throw new Refusal(new AccountProblem.EmailTaken());
        }
    }

    private void note(Caller.User user, AuditAction action, InvitationId id) {
        Map<AuditDetail, String> details = new EnumMap<>(AuditJournal.origin(user));
        details.put(AuditDetail.INVITATION_ID, id.value());
        journal.note(user.userId(), action, details);
    }

    @Override
    public Page<Invitation> list(Caller caller, PageRequest page) {
        permissions.requireAdmin(caller.requireUser());
        return stores.invitations().list(clock.instant(), page);
    }

    @Override
    public void revoke(Caller caller, InvitationId id) {
        Caller.User admin = caller.requireSession();
        permissions.requireAdmin(admin);
        stores.transactions().run(() -> revoked(admin, id));
    }

    /** Revokes an invitation in the open transaction; the caller's right was checked. */
    private void revoked(Caller.User user, InvitationId id) {
        if (!stores.invitations().revoke(id, clock.instant())) {
            throw unknown();
        }
        note(user, AuditAction.INVITATION_REVOKED, id);
    }

    @Override
    public Page<GroupInvitation> ofGroup(Caller caller, GroupId group, PageRequest page) {
        Caller.User user = caller.requireSession();
        return stores.transactions().inTransaction(() -> {
            permissions.requireReach(members.locked(user, group).role(), GroupRole.MEMBER);
            return stores.invitations()
                    .ofGroup(group, clock.instant(), page)
                    .map(invitation -> seen(invitation, group));
        });
    }

    private static GroupInvitation seen(Invitation invitation, GroupId group) {
        return new GroupInvitation(
                invitation.id(),
                invitation.email(),
                invitation.roleIn(group).orElseThrow(),
                invitation.createdAt(),
                invitation.expiresAt());
    }

    @Override
    public void revokeOfGroup(Caller caller, GroupId group, InvitationId id) {
        Caller.User user = caller.requireSession();
        stores.transactions().run(() -> {
            GroupRole actor = members.locked(user, group).role();
            permissions.requireReach(actor, GroupRole.MEMBER);
            Invitation invitation = stores.invitations()
                    .open(id, clock.instant())
                    .filter(open -> open.roleIn(group).isPresent())
                    .orElseThrow(InvitationService::unknown);
            permissions.requireReach(actor, invitation.roleIn(group).orElseThrow());
            if (invitation.groups().size() > 1 || !invitation.roles().isEmpty()) {
                throw new Refusal(new CommonProblem.Forbidden(
                        "the invitation gives more than a role in this group: an admin of the installation"
                                + " revokes it"));
            }
            revoked(user, id);
        });
    }

    private static Refusal unknown() {
        return new Refusal(new CommonProblem.NotFound("invitation"));
    }

    /** The invitation with that token, if it registers that address; counts as an attempt to sign in. */
    Invitation require(Caller caller, InvitationToken token, Email email) {
        attempts.count("invitation", caller);
        return usable(stores.invitations().find(Secrets.hash(token.value()), clock.instant()), email);
    }

    /** Uses the invitation up; part of the transaction that registers the account. */
    Invitation take(InvitationToken token, Email email) {
        return usable(stores.invitations().take(Secrets.hash(token.value()), clock.instant()), email);
    }

    private static Invitation usable(Optional<Invitation> found, Email email) {
        Invitation invitation = found.orElseThrow(() -> new Refusal(
                new CommonProblem.Forbidden("the invitation is unknown, was used or revoked, or has expired")));
        if (invitation.email().filter(only -> !only.equals(email.canonical())).isPresent()) {
            throw new Refusal(new CommonProblem.Forbidden("the invitation is for another e-mail address"));
        }
        return invitation;
    }
}
