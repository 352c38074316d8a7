package dev.guildhall.core.account;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.audit.AuditAction;
import dev.guildhall.ports.audit.AuditDetail;
import dev.guildhall.ports.group.GroupId;
import dev.guildhall.ports.group.Membership;
import dev.guildhall.ports.profile.Profile;
import java.util.EnumMap;
import java.util.Map;

/** Audit entries about groups, for the trails of the actor and of the affected member. */
final class GroupJournal {
    private final AuditJournal journal;

    GroupJournal(AuditJournal journal) {
        this.journal = journal;
    }

    /** The caller's profile created or deleted a group. */
    void note(Caller.User actor, AuditAction action, GroupId id) {
        Map<AuditDetail, String> details = own(actor);
        details.put(AuditDetail.GROUP_ID, id.value());
        details.put(AuditDetail.PROFILE_ID, actor.profileId().value());
        journal.note(actor.userId(), action, details);
    }

    /** The caller's profile changed a membership, which is as after the change, or as before its removal. */
    void note(Caller.User actor, AuditAction action, Membership member, Profile profile) {
        Map<AuditDetail, String> mine = own(actor);
        mine.putAll(about(member));
        journal.note(actor.userId(), action, mine);
        if (!profile.userId().equals(actor.userId())) {
            Map<AuditDetail, String> theirs = about(member);
            theirs.put(AuditDetail.ACTOR_PROFILE_ID, actor.profileId().value());
            journal.note(profile.userId(), action, theirs);
        }
    }

    /** A member became an owner because the account of the last owner was erased. */
    void noteInherited(Membership successor, Profile profile) {
        journal.note(profile.userId(), AuditAction.MEMBER_CHANGED, about(successor));
    }

    private static Map<AuditDetail, String> own(Caller.User actor) {
        return new EnumMap<>(AuditJournal.origin(actor));
    }

    private static Map<AuditDetail, String> about(Membership member) {
        Map<AuditDetail, String> details = new EnumMap<>(AuditDetail.class);
        details.put(AuditDetail.GROUP_ID, member.groupId().value());
        details.put(AuditDetail.PROFILE_ID, member.profileId().value());
        details.put(AuditDetail.ROLE, member.role().wireName());
        return details;
    }
}
