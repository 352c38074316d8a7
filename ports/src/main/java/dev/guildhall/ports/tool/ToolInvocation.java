package dev.guildhall.ports.tool;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.IdempotencyKey;
import dev.guildhall.ports.JsonData;
import dev.guildhall.ports.connection.Credential;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * One call of a tool, after all checks.
 *
 * @param idempotencyKey sent to an outside system that supports idempotency keys, and given to a tool of this process:
 *     the same for every attempt of the call (tools-14)
 * @param caller the user for whom the tool runs
 * @param tool the tool
 * @param arguments by parameter name, checked against the tool's schema
 * @param credential the caller's own; absent for integrations that need none
 * @param timeout the time limit of the whole call, more than zero
 * @param exchange what else passes between the caller and a server of the Model Context Protocol
 */
public record ToolInvocation(
        IdempotencyKey idempotencyKey,
        Caller.User caller,
        ToolName tool,
        Map<String, Object> arguments,
        Optional<Credential> credential,
        Duration timeout,
        ToolExchange exchange) {
    public ToolInvocation {
        arguments = JsonData.copy(arguments);
    }

    /** A call whose caller only wants the outcome. */
    public ToolInvocation(
            IdempotencyKey idempotencyKey,
            Caller.User caller,
            ToolName tool,
            Map<String, Object> arguments,
            Optional<Credential> credential,
            Duration timeout) {
        this(idempotencyKey, caller, tool, arguments, credential, timeout, ToolExchange.none());
    }

    /** The same call with another credential. */
    public ToolInvocation withCredential(Credential fresh) {
        return new ToolInvocation(idempotencyKey, caller, tool, arguments, Optional.of(fresh), timeout, exchange);
    }
}
