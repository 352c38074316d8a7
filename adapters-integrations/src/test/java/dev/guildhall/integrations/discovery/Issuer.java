package dev.guildhall.integrations.discovery;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.guildhall.integrations.net.EgressRules;
import dev.guildhall.integrations.net.OutboundHttp;
import dev.guildhall.integrations.provider.Loopback;
import dev.guildhall.ports.connection.BegunConsent;
import dev.guildhall.ports.connection.ConsentCode;
import dev.guildhall.ports.connection.ConsentRequest;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.connection.Scope;
import dev.guildhall.testkit.Sample;
import java.net.URI;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/**
 * A server at {@code /mcp} and its authorization server, on one host. A test changes the documents before it asks for
 * them; requests to the token endpoint are recorded.
 */
final class Issuer implements AutoCloseable {
    static final IntegrationName NAME = new IntegrationName("remote");
    static final URI CALLBACK = URI.create("https://guild.example/api/v1/integrations/remote/callback");
    static final String VERIFIER = "v".repeat(43);

    final Loopback host = new Loopback();
    final ObjectNode resource = JsonNodeFactory.instance.objectNode();
    final ObjectNode metadata = JsonNodeFactory.instance.objectNode();
    final ObjectNode registration = JsonNodeFactory.instance.objectNode();
    final List<Map<String, String>> tokenRequests = new CopyOnWriteArrayList<>();
    final List<String> authorizations = new CopyOnWriteArrayList<>();
    Optional<String> named = Optional.empty();

    Issuer() {
        resource.put("resource", server().toString());
        resource.putArray("authorization_servers").add(host.address());
        resource.putArray("scopes_supported").add("read").add("write");
        metadata.put("issuer", host.address());
        metadata.put("authorization_endpoint", host.address() + "/authorize");
        metadata.put("token_endpoint", host.address() + "/token");
        metadata.put("registration_endpoint", host.address() + "/register");
        metadata.putArray("code_challenge_methods_supported").add("S256");
        registration.put("client_id", "registered");
        registration.put("client_secret", "a secret");
        registration.putArray("redirect_uris").add(CALLBACK.toString());
        serves("/.well-known/oauth-protected-resource/mcp", resource);
        serves("/.well-known/oauth-authorization-server", metadata);
        serves("/register", registration);
        host.on("/authorize", (exchange, parameters) -> {
            String issuer = named.map(name -> "&iss=" + name).orElse("");
            exchange.getResponseHeaders()
                    .set("Location", CALLBACK + "?code=good&state=" + parameters.get("state") + issuer);
            return new Loopback.Answer(302, "text/plain", "");
        });
        host.on("/token", (exchange, parameters) -> {
            tokenRequests.add(parameters);
            authorizations.addAll(exchange.getRequestHeaders().getOrDefault("Authorization", new ArrayList<>()));
            return Loopback.Answer.json(
                    200,
                    "{\"access_token\":\"access\",\"token_type\":\"Bearer\",\"refresh_token\":\"more\",\"expires_in\":60}");
        });
    }

    void serves(String path, ObjectNode document) {
        host.on(path, (exchange, parameters) -> Loopback.Answer.json(200, document.toString()));
    }

    URI server() {
        return URI.create(host.address() + "/mcp");
    }

    OutboundHttp http() {
        String own = host.address().substring("http://".length());
        return new OutboundHttp(EgressRules.parse(own), time -> {}, clock());
    }

    static InstantSource clock() {
        return InstantSource.fixed(Sample.NOW);
    }

    DiscoveredConsent consent() {
        return consent(Optional.empty(), Optional.empty());
    }

    DiscoveredConsent consent(Optional<ConfiguredClient> configured, Optional<URI> document) {
        return new DiscoveredConsent(NAME, server(), configured, _ -> document, http(), clock());
    }

    static ConsentRequest request(String... scopes) {
        return new ConsentRequest(CALLBACK, scopes(scopes), "state-1", VERIFIER);
    }

    static List<Scope> scopes(String... names) {
        return Stream.of(names).map(Scope::new).toList();
    }

    /** The parameters that the browser takes to the authorization server. */
    static Map<String, String> asked(BegunConsent begun) {
        return Loopback.decoded(begun.authorizationUrl().getRawQuery());
    }

    /** What the browser brings back after the user has consented. */
    static ConsentCode answered(BegunConsent begun) {
        Map<String, String> answer = Loopback.visit(begun.authorizationUrl());
        return new ConsentCode(
                answer.getOrDefault("code", ""),
                CALLBACK,
                VERIFIER,
                Optional.ofNullable(answer.get("iss")),
                begun.registration());
    }

    @Override
    public void close() {
        host.close();
    }
}
