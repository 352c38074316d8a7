package bites.chance.core.account;

import java.util.UUID;
import java.util.function.Supplier;

record OffendingId() {
    Supplier<UUID> ids() {
        return UUID::randomUUID;
    }
}
