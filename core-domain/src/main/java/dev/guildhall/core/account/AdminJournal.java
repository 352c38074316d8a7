package dev.guildhall.core.account;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.account.AccountRights;
import dev.guildhall.ports.audit.AuditAction;
import dev.guildhall.ports.audit.AuditDetail;
import java.util.EnumMap;
import java.util.Map;

/** Audit entries about changes by admins, for the trails of the admin and of the changed user. */
final class AdminJournal {
    private final AuditJournal journal;

    AdminJournal(AuditJournal journal) {
        this.journal = journal;
    }

    /** An entry for each right that differs. */
    void note(Caller.User admin, Account before, Account after) {
        AccountRights had = before.rights();
        AccountRights has = after.rights();
        if (had.disabled() != has.disabled()) {
            AuditAction action = has.disabled() ? AuditAction.ACCOUNT_DISABLED : AuditAction.ACCOUNT_ENABLED;
            note(admin, after.id(), action, Map.of());
        }
        if (!had.roles().equals(has.roles())) {
            Role role = has.roles().contains(Role.ADMIN) ? Role.ADMIN : Role.USER;
            note(admin, after.id(), AuditAction.ROLES_CHANGED, Map.of(AuditDetail.ROLE, role.wireName()));
        }
        if (!had.budget().equals(has.budget())) {
            note(admin, after.id(), AuditAction.BUDGET_CHANGED, Map.of());
        }
    }

    /** An entry in the trails of the admin and of the user. */
    void note(Caller.User admin, UserId user, AuditAction action, Map<AuditDetail, String> facts) {
        Map<AuditDetail, String> mine = new EnumMap<>(AuditJournal.origin(admin));
        mine.putAll(facts);
        mine.put(AuditDetail.USER_ID, user.value());
        journal.note(admin.userId(), action, mine);
        if (!user.equals(admin.userId())) {
            Map<AuditDetail, String> theirs = new EnumMap<>(AuditDetail.class);
            theirs.putAll(facts);
            theirs.put(AuditDetail.ACTOR_PROFILE_ID, admin.profileId().value());
            journal.note(user, action, theirs);
        }
    }
}
