package dev.guildhall.integrations.consent;

import dev.guildhall.integrations.provider.Loopback;
import dev.guildhall.ports.connection.ConsentResponse;
import dev.guildhall.ports.connection.IntegrationName;
import java.net.URI;
import java.util.Map;
import java.util.Optional;

/** A browser that opens the consent page, and the parameters that it returns with. */
final class Callback {
    private Callback() {}

    static ConsentResponse of(IntegrationName integration, URI authorizationUrl) {
        Map<String, String> parameters = Loopback.visit(authorizationUrl);
        return new ConsentResponse(
                integration,
                parameters.getOrDefault("state", ""),
                Optional.ofNullable(parameters.get("code")),
                Optional.ofNullable(parameters.get("error")));
    }
}
