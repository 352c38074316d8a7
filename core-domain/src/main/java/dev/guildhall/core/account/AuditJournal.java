package dev.guildhall.core.account;

import dev.guildhall.ports.AuditId;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.SessionId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.audit.AuditAction;
import dev.guildhall.ports.audit.AuditDetail;
import dev.guildhall.ports.audit.AuditEntry;
import dev.guildhall.ports.audit.AuditStore;
import dev.guildhall.ports.audit.AuditTrail;
import dev.guildhall.ports.session.Session;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** Writes the audit trail, and returns callers their own. Writes belong into the transaction of the action. */
public final class AuditJournal implements AuditTrail {
    private final InstantSource clock;
    private final IdSource ids;
    private final AuditStore store;

    public AuditJournal(InstantSource clock, IdSource ids, AuditStore store) {
        this.clock = clock;
        this.ids = ids;
        this.store = store;
    }

    @Override
    public Page<AuditEntry> entries(Caller caller, PageRequest page) {
        return store.ofUser(caller.requireUser().userId(), page);
    }

    void note(UserId whose, AuditAction action, Map<AuditDetail, String> details) {
        note(Optional.of(whose), action, details);
    }

    public void note(UserId whose, AuditAction action, SessionId sessionId) {
        note(whose, action, Map.of(AuditDetail.SESSION_ID, sessionId.value()));
    }

    /** An entry of a signed-in caller, with the session. */
    public void note(Caller.User who, AuditAction action, Map<AuditDetail, String> facts) {
        Map<AuditDetail, String> details = new EnumMap<>(origin(who));
        details.putAll(facts);
        note(who.userId(), action, details);
    }

    /** An entry that may belong to no user's trail. */
    void note(Optional<UserId> whose, AuditAction action, Map<AuditDetail, String> details) {
        store.add(new AuditEntry(nextId(), whose, action, details, clock.instant()));
    }

    /** The identifier for an entry that a store writes itself. */
    AuditId nextId() {
        return new AuditId(ids.next("aud"));
    }

    /** Details of a sign-in: the session that it opened, and the address of the client. */
    static Map<AuditDetail, String> signIn(Caller caller, Session session) {
        Map<AuditDetail, String> details = new EnumMap<>(AuditDetail.class);
        details.putAll(origin(caller));
        details.put(AuditDetail.SESSION_ID, session.id().value());
        return details;
    }

    /** The session of the caller, or else the address of the client. */
    static Map<AuditDetail, String> origin(Caller caller) {
        return switch (caller) {
            case Caller.User user ->
                Map.of(AuditDetail.SESSION_ID, user.sessionId().value());
            case Caller.Anonymous anonymous -> Map.of(AuditDetail.CLIENT_ADDRESS, anonymous.clientAddress());
        };
    }
}
