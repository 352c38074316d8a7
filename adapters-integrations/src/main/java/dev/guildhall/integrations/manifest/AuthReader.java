package dev.guildhall.integrations.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.integrations.consent.OAuthClientOptions;
import dev.guildhall.integrations.discovery.ConfiguredClient;
import dev.guildhall.integrations.httptool.CredentialPlace;
import dev.guildhall.integrations.httptool.HeaderText;
import dev.guildhall.ports.connection.AuthScheme;
import dev.guildhall.ports.connection.Scope;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import okhttp3.HttpUrl;

final class AuthReader {
    private static final String PATH = "auth";

    private final EnvironmentTexts texts;
    private final ManifestFaults faults;

    AuthReader(EnvironmentTexts texts, ManifestFaults faults) {
        this.texts = texts;
        this.faults = faults;
    }

    Auth read(JsonNode auth) {
        return switch (auth.path("type").asText("none")) {
            case "oauth2" -> oauth2(auth);
            case "apiKey" -> apiKey(auth);
            default -> Auth.NONE;
        };
    }

    private Auth apiKey(JsonNode auth) {
        AuthScheme scheme = new AuthScheme.ApiKey(scopes(auth.path("scopes"), PATH + ".scopes", faults));
        if (auth.has("query")) {
            return new Auth(scheme, new CredentialPlace.Query(auth.path("query").asText()));
        }
        String header = auth.path("header").asText();
        faults.addIf(PATH + ".header", HeaderText.nameFault(header));
        String prefix = auth.path("prefix").asText("");
        if (!HeaderText.isSendable(prefix + "x")) {
            faults.add(PATH + ".prefix", "must be visible ASCII");
        }
        return new Auth(scheme, new CredentialPlace.Header(header, prefix));
    }

    private Auth oauth2(JsonNode auth) {
        List<Scope> scopes = scopes(auth.path("scopes"), PATH + ".scopes", faults);
        if (!auth.has("tokenUrl")) {
            return discovered(auth, scopes);
        }
        Optional<OAuthClientOptions> client = client(auth);
        Optional<String> missing = client.isPresent() ? Optional.empty() : Optional.of(missing(auth));
        return new Auth(
                new AuthScheme.OAuth2(scopes, client.isPresent()),
                CredentialPlace.bearer(),
                client,
                Optional.empty(),
                missing);
    }

    /** A client for the provider that the server names. */
    private Auth discovered(JsonNode auth, List<Scope> scopes) {
        Optional<String> secret = text(auth, "clientSecret");
        boolean lacksSecret = auth.has("clientSecret") && secret.isEmpty();
        Optional<ConfiguredClient> client = text(auth, "clientId")
                .filter(ignored -> !lacksSecret)
                .map(id -> new ConfiguredClient(id, secret, text(auth, "issuer")));
        Optional<String> missing = client.isPresent() ? Optional.empty() : Optional.of(missing(auth));
        return new Auth(
                new AuthScheme.OAuth2(scopes, client.isPresent()),
                CredentialPlace.bearer(),
                Optional.empty(),
                client,
                missing);
    }

    /** What the operator must do before users can connect. */
    private String missing(JsonNode auth) {
        String variables = Stream.of("clientId", "clientSecret")
                .map(name -> auth.path(name).path("env").asText())
                .filter(name -> !name.isEmpty() && texts.variable(name).isEmpty())
                .collect(Collectors.joining(" and "));
        return variables.isEmpty()
                ? "Name the OAuth client in the clientId of its manifest, and restart the server."
                : "Set " + variables + " in the server's environment to the OAuth client's, and restart the server.";
    }

    private Optional<OAuthClientOptions> client(JsonNode auth) {
        Optional<URI> authorization = address(auth, "authorizationUrl");
        Optional<URI> token = address(auth, "tokenUrl");
        Optional<URI> revocation = auth.has("revocationUrl") ? address(auth, "revocationUrl") : Optional.empty();
        Optional<String> id = text(auth, "clientId");
        Optional<String> secret = text(auth, "clientSecret");

        boolean lacksSecret = auth.has("clientSecret") && secret.isEmpty();
        if (authorization.isEmpty() || token.isEmpty() || id.isEmpty() || lacksSecret) {
            return Optional.empty();
        }
        String method = auth.path("tokenAuthMethod").asText();
        return Optional.of(new OAuthClientOptions(
                authorization.get(),
                token.get(),
                revocation,
                id.get(),
                secret.filter(ignored -> !method.equals("none")),
                auth.path("pkce").asBoolean(true),
                auth.path("scopeSeparator").asText(" "),
                Texts.map(auth.path("authorizationParameters")),
                method.equals("client_secret_post")));
    }

    private Optional<String> text(JsonNode auth, String name) {
        return texts.optional(auth.path(name), PATH + "." + name, faults).map(EnvironmentTexts.Resolved::value);
    }

    private Optional<URI> address(JsonNode auth, String name) {
        String path = PATH + "." + name;
        Optional<HttpUrl> url =
                texts.required(auth.path(name), path, faults).flatMap(text -> address(text.value(), path, faults));
        if (url.isPresent() && url.get().fragment() != null) {
            faults.add(path, "must not have a fragment");
        }
        return url.map(HttpUrl::uri);
    }

    /** An http(s) address without a user; empty when it is invalid, and the fault is added. */
    static Optional<HttpUrl> address(String text, String path, ManifestFaults faults) {
        Optional<HttpUrl> url = Optional.ofNullable(HttpUrl.parse(text))
                .filter(parsed ->
                        parsed.username().isEmpty() && parsed.password().isEmpty());
        if (url.isEmpty()) {
            faults.add(path, "must be an http or https address without a user");
        }
        return url;
    }

    static List<Scope> scopes(JsonNode array, String path, ManifestFaults faults) {
        List<Scope> scopes = new ArrayList<>();
        array.forEach(text -> faults.value(path, () -> new Scope(text.asText())).ifPresent(scopes::add));
        return scopes;
    }

    /**
     * The {@code auth} settings of a manifest.
     *
     * @param client absent for other schemes, and while it is not configured
     * @param discovered a client for a provider that the server names; absent for others
     * @param missing what the operator must do to configure it; absent for other schemes, and when it is configured
     */
    record Auth(
            AuthScheme scheme,
            CredentialPlace place,
            Optional<OAuthClientOptions> client,
            Optional<ConfiguredClient> discovered,
            Optional<String> missing) {
        static final Auth NONE = new Auth(new AuthScheme.None(), new CredentialPlace.Nowhere());

        Auth(AuthScheme scheme, CredentialPlace place) {
            this(scheme, place, Optional.empty(), Optional.empty(), Optional.empty());
        }
    }
}
