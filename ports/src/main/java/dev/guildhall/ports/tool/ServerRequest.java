package dev.guildhall.ports.tool;

import dev.guildhall.ports.JsonData;
import dev.guildhall.ports.connection.Credential;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * A request to a server of the Model Context Protocol other than the call of a tool, after all checks.
 *
 * @param method for example {@code prompts/get}; {@code server/discover} for what the server said about itself
 * @param parameters the parameters of the method alone
 * @param credential the caller's own; absent for integrations that need none
 * @param exchange what else passes between the caller and the server
 * @param timeout the time limit of the whole request, more than zero
 */
public record ServerRequest(
        String method,
        Map<String, Object> parameters,
        Optional<Credential> credential,
        ToolExchange exchange,
        Duration timeout) {
    public ServerRequest {
        parameters = JsonData.copy(parameters);
    }
}
