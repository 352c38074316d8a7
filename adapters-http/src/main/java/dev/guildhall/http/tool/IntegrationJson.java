package dev.guildhall.http.tool;

import dev.guildhall.http.json.Json;
import dev.guildhall.ports.connection.BegunConnection;
import dev.guildhall.ports.connection.Connection;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationStatus;
import dev.guildhall.ports.connection.Scope;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The JSON of one integration for its reader; {@code connectedAt} is null when no connection is needed. */
record IntegrationJson(
        String name,
        String displayName,
        String description,
        String auth,
        String kind,
        List<String> scopes,
        boolean connected,
        List<String> grantedScopes,
        @Nullable String connectedAt) {
    static IntegrationJson of(IntegrationStatus status) {
        Integration integration = status.integration();
        List<Scope> granted = status.connection().map(Connection::grantedScopes).orElse(List.of());
        return new IntegrationJson(
                integration.name().value(),
                integration.displayName(),
                integration.description(),
                integration.auth().wireName(),
                integration.kind().wireName(),
                texts(integration.auth().grantable()),
                status.isConnected(),
                texts(granted),
                status.connection()
                        .map(known -> Json.timestamp(known.connectedAt()))
                        .orElse(null));
    }

    private static List<String> texts(List<Scope> scopes) {
        return scopes.stream().map(Scope::value).toList();
    }

    /** The list of integrations. */
    record AllJson(List<IntegrationJson> integrations) {}

    /** The response to a request to connect; all fields but {@code connected} are null when no consent is needed. */
    record ConnectJson(
            @Nullable String authorizationUrl,
            @Nullable String state,
            @Nullable Long expiresIn,
            boolean connected) {
        static ConnectJson of(BegunConnection begun) {
            return switch (begun) {
                case BegunConnection.Connected ignored -> new ConnectJson(null, null, null, true);
                case BegunConnection.ConsentNeeded(URI url, String state, var life) ->
                    new ConnectJson(url.toString(), state, life.toSeconds(), false);
            };
        }
    }
}
