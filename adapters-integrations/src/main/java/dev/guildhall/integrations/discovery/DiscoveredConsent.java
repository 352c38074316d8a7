package dev.guildhall.integrations.discovery;

import dev.guildhall.integrations.consent.OAuthConsent;
import dev.guildhall.integrations.net.OutboundHttp;
import dev.guildhall.integrations.provider.ProviderHttp;
import dev.guildhall.ports.connection.BegunConsent;
import dev.guildhall.ports.connection.ConsentCode;
import dev.guildhall.ports.connection.ConsentGateway;
import dev.guildhall.ports.connection.ConsentRequest;
import dev.guildhall.ports.connection.Credential;
import dev.guildhall.ports.connection.Grant;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.connection.SignInDemand;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.ToolProblem;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import okhttp3.HttpUrl;

/**
 * Consent at the authorization server that a server names. It is discovered for each consent; what it issued is refreshed
 * and revoked at that server alone, with the client that it knows.
 */
public final class DiscoveredConsent implements ConsentGateway {
    private static final Logger LOG = System.getLogger(DiscoveredConsent.class.getName());
    private static final Scope OFFLINE = new Scope("offline_access");

    private final IntegrationName integration;
    private final HttpUrl address;
    private final Metadata metadata;
    private final ClientRegistrations clients;
    private final ProviderHttp http;
    private final InstantSource clock;
    private volatile Optional<SignInDemand> demand = Optional.empty();

    /**
     * Describes the sign-in of a server; sends no request.
     *
     * @param server the server's address
     * @param configured the client to use; absent when one has to be registered
     * @param document the public address of our client id metadata document, for the address that browsers are sent back
     *     to; absent when there is none
     */
    public DiscoveredConsent(
            IntegrationName integration,
            URI server,
            Optional<ConfiguredClient> configured,
            Function<URI, Optional<URI>> document,
            OutboundHttp http,
            InstantSource clock) {
        Documents documents = new Documents(http);
        this.integration = integration;
        this.address = HttpUrl.get(server.toString());
        this.metadata = new Metadata(address, documents);
        this.clients = new ClientRegistrations(configured, document, documents, clock);
        this.http = ProviderHttp.over(http);
        this.clock = clock;
    }

    /** What the server asks for; empty when it did not. */
    public Optional<SignInDemand> demand() {
        return demand;
    }

    /** Takes what the server asks for, for the next consent. What another server asked for is left out. */
    public void demanded(SignInDemand by) {
        if (by.server().equals(address.toString())) {
            demand = Optional.of(by);
        }
    }

    /** Takes the server's refusal of a request. */
    public void challenged(Optional<Challenge> challenge) {
        demanded(new SignInDemand(
                integration,
                address.toString(),
                challenge.flatMap(Challenge::resourceMetadata).filter(text -> text.length() <= DiscoveryLimits.TEXT),
                challenge.map(Challenge::scopes).orElse(List.of())));
    }

    /** Whether a server that did not say where to sign in says it at a well-known address. Blocks. */
    public boolean isOffered() {
        try {
            return metadata.isOffered();
        } catch (DiscoveryFault fault) {
            LOG.log(Level.WARNING, "integration {0}: {1}", integration, fault.words());
            return false;
        }
    }

    @Override
    public BegunConsent begin(ConsentRequest request) {
        try {
            return begun(request);
        } catch (DiscoveryFault fault) {
            LOG.log(Level.WARNING, "integration {0}: {1}", integration, fault.words());
            throw new Refusal(new ToolProblem.IntegrationUnavailable(integration.value(), fault.words()));
        }
    }

    private BegunConsent begun(ConsentRequest request) throws DiscoveryFault {
        Optional<ResourceMetadata> resource = metadata.resource(demand.flatMap(SignInDemand::resourceMetadata));
        Optional<String> issuer = resource.flatMap(ResourceMetadata::issuer);
        AuthorizationServer server =
                issuer.isPresent() ? metadata.authorizationServer(issuer.get()) : metadata.ofOrigin();
        Registration registration = new Registration(
                server,
                clients.at(server, request.callback()),
                resource.map(ResourceMetadata::resource)
                        .orElseGet(() ->
                                address.newBuilder().fragment(null).build().toString()));
        List<Scope> scopes = scopes(request.scopes(), resource, server);
        // A provider of OpenID Connect grants offline access only when the user is asked for it.
        Map<String, String> parameters = scopes.contains(OFFLINE) ? Map.of("prompt", "consent") : Map.of();
        BegunConsent plain = new OAuthConsent(integration, registration.options(parameters), http, clock)
                .begin(new ConsentRequest(request.callback(), scopes, request.state(), request.verifier()));
        return new BegunConsent(
                plain.authorizationUrl(), scopes, grantable(resource, server), Optional.of(registration.written()));
    }

    private List<Scope> grantable(Optional<ResourceMetadata> resource, AuthorizationServer server) {
        Set<Scope> scopes = new LinkedHashSet<>(server.scopes());
        resource.map(ResourceMetadata::scopes).ifPresent(scopes::addAll);
        demand.map(SignInDemand::scopes).ifPresent(scopes::addAll);
        return List.copyOf(scopes);
    }

    /** Those that are granted or asked for, and those that the server wants, or else knows. */
    private List<Scope> scopes(List<Scope> asked, Optional<ResourceMetadata> resource, AuthorizationServer server) {
        Set<Scope> scopes = new LinkedHashSet<>(asked);
        List<Scope> wanted = demand.map(SignInDemand::scopes).orElse(List.of());
        scopes.addAll(wanted);
        if (scopes.isEmpty()) {
            resource.map(ResourceMetadata::scopes).ifPresent(scopes::addAll);
        }
        if (!scopes.isEmpty() && server.offers(OFFLINE)) {
            scopes.add(OFFLINE);
        }
        return List.copyOf(scopes);
    }

    @Override
    public Grant exchange(ConsentCode code) {
        Registration registration = registration(code.registration());
        requireIssuer(registration.server(), code.issuer());
        try {
            return kept(consent(registration).exchange(code), registration);
        } catch (Refusal refused) {
            clients.forget(registration.server().issuer());
            throw refused;
        }
    }

    /** A code may come from another server that the user was sent to (RFC 9207): names are compared as they are. */
    private void requireIssuer(AuthorizationServer server, Optional<String> named) {
        boolean isOther = named.filter(name -> !name.equals(server.issuer())).isPresent();
        if (isOther || (named.isEmpty() && server.sendsIssuer())) {
            LOG.log(Level.WARNING, "integration {0}: a code is not from the issuer that was asked", integration);
            throw new Refusal(new ToolProblem.ConsentRefused(integration.value()));
        }
    }

    @Override
    public Grant refresh(Credential.OAuthTokens expired) {
        Registration registration = registration(expired.registration());
        return kept(consent(registration).refresh(expired), registration);
    }

    @Override
    public void revoke(Credential.OAuthTokens tokens) {
        consent(registration(tokens.registration())).revoke(tokens);
    }

    private OAuthConsent consent(Registration registration) {
        return new OAuthConsent(integration, registration.options(Map.of()), http, clock);
    }

    /** Tokens of another kind of sign-in, which the integration had before, are of no use. */
    private Registration registration(Optional<String> text) {
        return text.flatMap(Registration::read)
                .orElseThrow(() -> new Refusal(new ToolProblem.ConsentRefused(integration.value())));
    }

    private static Grant kept(Grant grant, Registration registration) {
        Credential.OAuthTokens tokens = grant.tokens();
        return new Grant(
                new Credential.OAuthTokens(
                        tokens.accessToken(),
                        tokens.refreshToken(),
                        tokens.expiresAt(),
                        Optional.of(registration.written())),
                grant.scopes());
    }
}
