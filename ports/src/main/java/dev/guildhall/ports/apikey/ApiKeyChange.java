package dev.guildhall.ports.apikey;

import dev.guildhall.ports.Caller;
import java.util.Optional;

/**
 * A change of an API key; what is absent stays.
 *
 * @param name the new name
 * @param limits replace all limits that it had
 */
public record ApiKeyChange(Optional<ApiKeyName> name, Optional<Caller.Key.Limits> limits) {}
