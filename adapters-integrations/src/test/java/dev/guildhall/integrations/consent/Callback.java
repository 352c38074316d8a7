package dev.guildhall.integrations.consent;

import dev.guildhall.integrations.provider.Loopback;
import dev.guildhall.ports.connection.ConsentAnswer;
import dev.guildhall.ports.connection.IntegrationName;
import java.net.URI;
import java.util.Map;
import java.util.Optional;

/** A browser that opens the consent page, and the parameters that it returns with. */
final class Callback {
    private Callback() {}

    static ConsentAnswer of(IntegrationName integration, URI authorizationUrl) {
        Map<String, String> parameters = Loopback.visit(authorizationUrl);
        return new ConsentAnswer(
                integration,
                parameters.getOrDefault("state", ""),
                Optional.ofNullable(parameters.get("code")),
                Optional.ofNullable(parameters.get("error")));
    }
}
