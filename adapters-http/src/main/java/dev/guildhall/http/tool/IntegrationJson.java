package dev.guildhall.http.tool;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.guildhall.ports.connection.AuthScheme;
import dev.guildhall.ports.connection.Connection;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.connection.IntegrationStatus;
import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.integration.IntegrationDefinition;
import dev.guildhall.ports.integration.IntegrationDetails;
import dev.guildhall.ports.tool.OfferedTool;
import dev.guildhall.ports.tool.Visibility;
import dev.guildhall.wire.json.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The JSON of one integration for its reader.
 *
 * @param connectedAt null when no connection is needed
 * @param redirectUri null without an OAuth sign-in
 * @param logo its address; null when there is none
 * @param leftOut null in lists, as all that follows
 * @param url null for those who may not change the integration, as all that follows
 */
record IntegrationJson(
        String name,
        String displayName,
        String description,
        String auth,
        String kind,
        List<String> scopes,
        boolean connected,
        List<String> grantedScopes,
        @Nullable String connectedAt,
        String state,
        @Nullable String error,
        int toolCount,
        @Nullable String checkedAt,
        String source,
        String visibility,
        @Nullable String logo,
        @Nullable String redirectUri,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<LeftOutJson> leftOut,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<OfferedJson> tools,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String url,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String baseUrl,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<String> headerNames,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String clientId,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Boolean sampling) {
    record LeftOutJson(String name, String reason) {}

    record OfferedJson(String id, String name, String description, String status, String effect) {
        static OfferedJson of(OfferedTool offered) {
            return new OfferedJson(
                    offered.tool().id().value(),
                    offered.tool().definition().name().value(),
                    offered.tool().definition().description().value(),
                    offered.tool().status().wireName(),
                    offered.effect().wireName());
        }
    }

    /** The address that a provider sends browsers back to. */
    static String redirectUri(String root, IntegrationName name) {
        return root + "/api/v1/integrations/" + name + "/callback";
    }

    /** @param root the address that providers send browsers back to, without a slash at its end */
    static IntegrationJson of(IntegrationStatus status, String root) {
        return of(status, root, null, null, null);
    }

    static IntegrationJson of(IntegrationDetails details, String root) {
        return of(
                details.status(),
                root,
                details.status().leftOut().stream()
                        .map(tool -> new LeftOutJson(tool.field(), tool.message()))
                        .toList(),
                details.tools().stream().map(OfferedJson::of).toList(),
                details.definition().orElse(null));
    }

    private static IntegrationJson of(
            IntegrationStatus status,
            String root,
            @Nullable List<LeftOutJson> leftOut,
            @Nullable List<OfferedJson> tools,
            @Nullable IntegrationDefinition definition) {
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
                        .orElse(null),
                status.state().wireName(),
                status.error().orElse(null),
                status.tools(),
                status.checkedAt().map(Json::timestamp).orElse(null),
                integration.source().wireName(),
                (integration.owner().isPresent() ? Visibility.PRIVATE : Visibility.SHARED).wireName(),
                status.hasLogo() ? "/api/v1/integrations/" + integration.name() + "/logo" : null,
                integration.auth() instanceof AuthScheme.OAuth2 ? redirectUri(root, integration.name()) : null,
                leftOut,
                tools,
                definition == null ? null : definition.url().orElse(null),
                definition == null ? null : definition.baseUrl().orElse(null),
                definition == null ? null : List.copyOf(definition.headers().keySet()),
                definition == null ? null : definition.clientId().orElse(null),
                definition == null ? null : definition.sampling());
    }

    private static List<String> texts(List<Scope> scopes) {
        return scopes.stream().map(Scope::value).toList();
    }
}
