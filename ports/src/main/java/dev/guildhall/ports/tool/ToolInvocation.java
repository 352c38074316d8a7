package dev.guildhall.ports.tool;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.JsonData;
import dev.guildhall.ports.connection.Credential;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * One call of a tool, after every check.
 *
 * @param idempotencyKey what an outside system that knows idempotency keys is sent, and a tool of this process is given:
 *     the same for every attempt at the call (contract 2)
 * @param caller on whose behalf
 * @param tool which one
 * @param arguments by parameter name, checked against the tool's schema
 * @param credential the caller's own; absent for integrations that need none
 * @param timeout how long it may take in all, more than zero
 */
public record ToolInvocation(
        IdempotencyKey idempotencyKey,
        Caller.User caller,
        ToolName tool,
        Map<String, Object> arguments,
        Optional<Credential> credential,
        Duration timeout) {
    public ToolInvocation {
        arguments = JsonData.copy(arguments);
    }

    /** The same with another credential. */
    public ToolInvocation withCredential(Credential fresh) {
        return new ToolInvocation(idempotencyKey, caller, tool, arguments, Optional.of(fresh), timeout);
    }
}
