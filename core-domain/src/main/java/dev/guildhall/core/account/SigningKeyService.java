package dev.guildhall.core.account;

import dev.guildhall.core.security.Permissions;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.audit.AuditAction;
import dev.guildhall.ports.key.KeyPhase;
import dev.guildhall.ports.key.SigningKey;
import dev.guildhall.ports.key.SigningKeyDetails;
import dev.guildhall.ports.key.SigningKeys;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/** The signing keys, for admins. */
public final class SigningKeyService implements SigningKeys {
    private static final Comparator<SigningKey> LAST_TO_RETIRE_FIRST =
            Comparator.comparing(SigningKeyService::until).reversed().thenComparing(SigningKey::keyId);

    private final SigningKeyRotation keys;
    private final AuditJournal journal;
    private final Permissions permissions;

    public SigningKeyService(SigningKeyRotation keys, AuditJournal journal, Permissions permissions) {
        this.keys = keys;
        this.journal = journal;
        this.permissions = permissions;
    }

    @Override
    public List<SigningKeyDetails> keys(Caller caller) {
        permissions.requireAdmin(caller.requireSession());
        return details(keys.all());
    }

    @Override
    public List<SigningKeyDetails> rotate(Caller caller) {
        Caller.User admin = caller.requireSession();
        permissions.requireAdmin(admin);
        return details(
                keys.rotate(() -> journal.note(admin.userId(), AuditAction.SIGNING_KEY_ROTATED, admin.sessionId())));
    }

    private static List<SigningKeyDetails> details(List<SigningKey> keys) {
        return keys.stream()
                .sorted(LAST_TO_RETIRE_FIRST)
                .map(key -> new SigningKeyDetails(key.keyId(), key.createdAt(), key.phase()))
                .toList();
    }

    private static Instant until(SigningKey key) {
        return switch (key.phase()) {
            case KeyPhase.Next ignored -> Instant.MAX;
            case KeyPhase.Active ignored -> Instant.MAX.minusNanos(1);
            case KeyPhase.Retired(Instant from, Instant at) -> at;
        };
    }
}
