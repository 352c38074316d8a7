package dev.guildhall.integrations.added;

import dev.guildhall.integrations.consent.OAuthClientOptions;
import dev.guildhall.integrations.consent.OAuthConsent;
import dev.guildhall.integrations.discovery.ConfiguredClient;
import dev.guildhall.integrations.httptool.HttpApi;
import dev.guildhall.integrations.httptool.HttpToolEndpoint;
import dev.guildhall.integrations.httptool.ResponseRules;
import dev.guildhall.integrations.mcp.McpDependencies;
import dev.guildhall.integrations.mcp.McpEndpoint;
import dev.guildhall.integrations.mcp.protocol.McpServerOptions;
import dev.guildhall.integrations.net.OutboundFailure;
import dev.guildhall.integrations.net.OutboundHttp;
import dev.guildhall.integrations.net.OutboundReply;
import dev.guildhall.integrations.net.OutboundRequest;
import dev.guildhall.integrations.openapi.ApiAuth;
import dev.guildhall.integrations.openapi.OpenApiImport;
import dev.guildhall.integrations.openapi.OpenApiOptions;
import dev.guildhall.integrations.openapi.OpenApiTools;
import dev.guildhall.integrations.provider.ProviderHttp;
import dev.guildhall.integrations.schema.JsonSchemaValidator;
import dev.guildhall.ports.Role;
import dev.guildhall.ports.connection.AuthScheme;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationKind;
import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.integration.IntegrationConnector;
import dev.guildhall.ports.integration.IntegrationDefinition;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.ToolProblem;
import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.telemetry.McpMeter;
import dev.guildhall.ports.tool.ToolEndpoint;
import dev.guildhall.ports.tool.ToolVersion;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import okhttp3.HttpUrl;

/** Makes endpoints of the integrations that users add: MCP servers over HTTP, and APIs that a document describes (tools-27). */
public final class AddedIntegrations implements IntegrationConnector {
    private static final Duration CONNECT = Duration.ofSeconds(20);
    private static final Duration REQUEST = Duration.ofSeconds(30);
    private static final Duration FETCH = Duration.ofSeconds(60);
    /** The same definition always has the same version; the catalogue numbers changed ones. */
    private static final ToolVersion VERSION = ToolVersion.parse("1.0.0");

    private final OutboundHttp inside;
    private final OutboundHttp outside;
    private final InstantSource clock;
    private final McpMeter meter;
    private final JsonSchemaValidator validator = new JsonSchemaValidator();

    /**
     * Creates the connector; sends no request.
     *
     * @param inside reaches the internal addresses that the operator allows
     * @param outside reaches public addresses only
     */
    public AddedIntegrations(OutboundHttp inside, OutboundHttp outside, InstantSource clock, McpMeter meter) {
        this.inside = inside;
        this.outside = outside;
        this.clock = clock;
        this.meter = meter;
    }

    @Override
    public ToolEndpoint connect(
            IntegrationDefinition definition, int version, Optional<String> document, boolean reachesInside) {
        DefinitionCheck check = new DefinitionCheck(definition, reachesInside);
        OutboundHttp http = reachesInside ? inside : outside;
        return definition.kind() == IntegrationKind.MCP
                ? server(definition, check.server(), http)
                : api(definition, check, document, http);
    }

    /** A server whose sign-in is not configured may ask for one, and says where. */
    private ToolEndpoint server(IntegrationDefinition definition, HttpUrl url, OutboundHttp http) {
        Optional<ConfiguredClient> client =
                definition.clientId().map(id -> new ConfiguredClient(id, definition.clientSecret(), Optional.empty()));
        AuthScheme auth = client.isPresent() ? new AuthScheme.OAuth2(definition.scopes(), true) : new AuthScheme.None();
        Integration integration = integration(definition, auth, Optional.empty());
        McpServerOptions options = new McpServerOptions(
                new McpServerOptions.Http(
                        url.uri(), definition.headers(), Optional.of(McpServerOptions.CredentialHeader.BEARER)),
                CONNECT,
                REQUEST);
        return McpEndpoint.asking(integration, options, client, new McpDependencies(http, clock, meter));
    }

    private ToolEndpoint api(
            IntegrationDefinition definition, DefinitionCheck check, Optional<String> document, OutboundHttp http) {
        Optional<HttpUrl> base = check.api();
        Optional<OpenApiTools> tools = document.map(text -> read(definition, text));
        tools.flatMap(OpenApiTools::fault).ifPresent(fault -> {
            throw Refusal.invalid(field(fault), words(fault));
        });
        ApiAuth auth = tools.map(OpenApiTools::auth).orElse(ApiAuth.NONE);
        Optional<OAuthClientOptions> client = client(definition, auth);
        boolean lacksClient = auth.scheme() instanceof AuthScheme.OAuth2 && client.isEmpty();
        Integration integration = integration(
                definition,
                auth.scheme() instanceof AuthScheme.OAuth2(List<Scope> scopes, boolean ignored)
                        ? new AuthScheme.OAuth2(scopes, client.isPresent())
                        : auth.scheme(),
                lacksClient
                        ? Optional.of(
                                "Give the clientId of an OAuth client at its provider, and its clientSecret if it has"
                                        + " one.")
                        : Optional.empty());
        HttpApi api = new HttpApi(
                tools.flatMap(OpenApiTools::base)
                        .or(() -> base)
                        .or(() -> definition.url().map(HttpUrl::get))
                        .orElseThrow(),
                definition.headers(),
                definition.headers().keySet(),
                auth.place(),
                tools.map(OpenApiTools::actions).orElse(List.of()),
                tools.map(AddedIntegrations::leftOut).orElse(List.of()));
        return new HttpToolEndpoint(
                integration,
                api,
                new HttpToolEndpoint.HttpClientParts(http, clock),
                client.map(options -> new OAuthConsent(integration.name(), options, ProviderHttp.over(http), clock)));
    }

    private static List<Violation> leftOut(OpenApiTools tools) {
        return Stream.concat(tools.leftOut().stream(), tools.warnings().stream())
                .toList();
    }

    private OpenApiTools read(IntegrationDefinition definition, String document) {
        OpenApiOptions options = new OpenApiOptions(
                        new OpenApiOptions.Tools(definition.key().name(), VERSION, ResponseRules.plain()))
                .at(new OpenApiOptions.Address(
                        definition.url().map(HttpUrl::get), definition.baseUrl().map(HttpUrl::get)))
                .withHeaders(definition.headers().keySet());
        return OpenApiImport.read(
                document, definition.clientId().isPresent() ? options.withClient() : options, validator);
    }

    private static Optional<OAuthClientOptions> client(IntegrationDefinition definition, ApiAuth auth) {
        return definition
                .clientId()
                .flatMap(id -> auth.provider()
                        .map(provider -> new OAuthClientOptions(
                                provider.authorizationUrl(),
                                provider.tokenUrl(),
                                Optional.empty(),
                                id,
                                definition.clientSecret(),
                                true,
                                " ",
                                Map.of(),
                                false)));
    }

    private static Integration integration(IntegrationDefinition definition, AuthScheme auth, Optional<String> fault) {
        return new Integration(
                definition.key().name(),
                definition.displayName(),
                definition.description(),
                definition.kind(),
                auth,
                Set.of(Role.USER),
                fault,
                definition.sampling(),
                definition.key().owner(),
                Integration.Source.HTTP);
    }

    @Override
    public IntegrationDefinition completed(IntegrationDefinition definition, String document) {
        // Whether the user may reach inside is checked when the endpoint is made.
        new DefinitionCheck(definition, true).api();
        OpenApiTools tools = read(definition, document);
        tools.fault().ifPresent(fault -> {
            throw Refusal.invalid(field(fault), words(fault));
        });
        String name = definition.key().name().value();
        String title = tools.about().title();
        String displayName =
                definition.displayName().equals(name) && !title.isBlank() ? title : definition.displayName();
        return new IntegrationDefinition(
                definition.key(),
                displayName,
                definition.description().isEmpty() ? tools.about().description() : definition.description(),
                definition.kind(),
                definition.url(),
                tools.base().map(HttpUrl::toString),
                definition.headers(),
                definition.clientId(),
                definition.clientSecret(),
                definition.scopes(),
                definition.sampling());
    }

    private static String field(Violation fault) {
        return fault.field().equals("baseUrl") ? fault.field() : "document";
    }

    private static String words(Violation fault) {
        boolean isOfDocument = fault.field().equals("baseUrl") || fault.field().equals("document");
        return isOfDocument ? fault.message() : fault.field() + " " + fault.message();
    }

    @Override
    public String fetch(IntegrationDefinition definition, boolean reachesInside) {
        String name = definition.key().name().value();
        HttpUrl url = new DefinitionCheck(definition, reachesInside)
                .document()
                .orElseThrow(() -> new IllegalStateException(name + " has no address of a document"));
        try {
            OutboundReply reply = (reachesInside ? inside : outside)
                    .send(OutboundRequest.of("GET", url)
                            .withHeader("Accept", "application/json, application/yaml, text/yaml, */*")
                            .withLimits(FETCH, IntegrationDefinition.MAX_DOCUMENT)
                            .followingRedirects()
                            .asIdempotent());
            if (reply.status() != 200) {
                throw unavailable(name, "its document was answered with status " + reply.status());
            }
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(reply.body()))
                    .toString();
        } catch (OutboundFailure failure) {
            throw unavailable(name, failure.outcome().message());
        } catch (CharacterCodingException notUtf8) {
            throw unavailable(name, "its document is not UTF-8");
        }
    }

    private static Refusal unavailable(String name, String reason) {
        return new Refusal(new ToolProblem.IntegrationUnavailable(name, reason));
    }
}
