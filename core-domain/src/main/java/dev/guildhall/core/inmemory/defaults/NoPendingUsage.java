package dev.guildhall.core.inmemory.defaults;

import dev.guildhall.ports.usage.PendingUsage;
import dev.guildhall.ports.usage.UsageEntry;
import java.util.List;

/** Keeps no entries: those that a killed process has not stored are lost. */
public final class NoPendingUsage implements PendingUsage {
    @Override
    public void append(UsageEntry entry) {}

    @Override
    public void forget(List<UsageEntry> stored) {}

    @Override
    public List<UsageEntry> recover() {
        return List.of();
    }
}
