package dev.guildhall.ports.apikey;

import dev.guildhall.ports.BudgetUse;
import java.util.Optional;

/**
 * An API key as those see it who manage it.
 *
 * @param key the key as it is stored
 * @param budget what was used of its budget; absent when it has none
 */
public record ManagedApiKey(ApiKey key, Optional<BudgetUse> budget) {}
