package dev.guildhall.integrations.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.integrations.httptool.CredentialPlace;
import dev.guildhall.integrations.httptool.HeaderText;
import dev.guildhall.ports.connection.AuthScheme;
import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.tool.ToolDefinition;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import okhttp3.HttpUrl;

/**
 * Chooses how users sign in: with the scheme that most operations accept. An integration has one sign-in, so operations
 * that accept only another one are named.
 */
final class SecurityImport {
    private static final String FIELD = "auth";

    /** One more than a tool may need, so that too many are noticed. */
    private static final int MOST_SCOPES = ToolDefinition.MAX_SCOPES + 1;

    private final JsonNode document;
    private final JsonNode schemes;
    private final References references;
    private final OpenApiOptions options;

    SecurityImport(JsonNode document, References references, OpenApiOptions options) {
        this.document = document;
        this.schemes = Swagger2.is(document)
                ? Swagger2.securitySchemes(document)
                : document.path("components").path("securitySchemes");
        this.references = references;
        this.options = options;
    }

    /** The sign-in of those operations; none when they need none, or when the constant headers are the sign-in. */
    ApiAuth chosen(List<Operation> operations, Consumer<Violation> warnings) {
        Map<String, Integer> votes = new LinkedHashMap<>();
        for (Operation operation : operations) {
            for (JsonNode alternative : alternatives(operation)) {
                alternative.properties().stream()
                        .limit(OpenApiLimits.ALTERNATIVES)
                        .forEach(need -> votes.merge(need.getKey(), 1, Integer::sum));
            }
        }
        Comparator<String> byVotes = Comparator.comparing(votes::get);
        Optional<String> name = votes.keySet().stream()
                .filter(this::isUsable)
                .max(byVotes.thenComparing(this::isPreferred).thenComparing(Comparator.reverseOrder()));
        if (name.isEmpty()) {
            if (!votes.isEmpty()) {
                warnings.accept(new Violation(FIELD, "the document's sign-in (" + words(votes) + ") is not supported"));
            }
            return ApiAuth.NONE;
        }
        ApiAuth auth = auth(scheme(name.get()));
        if (auth.place() instanceof CredentialPlace.Header(String header, String ignored)
                && options.hasHeader(header)) {
            return ApiAuth.NONE;
        }
        if (auth.place() instanceof CredentialPlace.Header(String ignored, String prefix) && prefix.equals("Basic ")) {
            warnings.accept(new Violation(FIELD, "the key is user:password in base64 (RFC 7617)"));
        }
        long others = operations.stream()
                .filter(operation -> !accepts(operation, name.get()))
                .count();
        if (others > 0) {
            warnings.accept(new Violation(
                    FIELD, others + " operations do not accept " + cut(name.get()) + ", the sign-in that is used"));
        }
        return auth;
    }

    private static String words(Map<String, Integer> votes) {
        return String.join(
                ", ",
                votes.keySet().stream()
                        .limit(OpenApiLimits.REASONS)
                        .map(SecurityImport::cut)
                        .toList());
    }

    private static String cut(String name) {
        return ToolWording.cut(name, OpenApiLimits.TITLE);
    }

    private boolean accepts(Operation operation, String name) {
        List<JsonNode> alternatives = alternatives(operation);
        return alternatives.isEmpty()
                || alternatives.stream().anyMatch(needs -> needs.isEmpty() || (needs.has(name) && needs.size() == 1));
    }

    private List<JsonNode> alternatives(Operation operation) {
        JsonNode written =
                operation.json().has("security") ? operation.json().path("security") : document.path("security");
        return written.valueStream().limit(OpenApiLimits.ALTERNATIVES).toList();
    }

    /** The scopes that an operation needs, when its alternatives contain a consent. */
    List<Scope> scopes(Operation operation, AuthScheme auth) {
        List<JsonNode> alternatives = alternatives(operation);
        if (!(auth instanceof AuthScheme.OAuth2) || alternatives.stream().anyMatch(JsonNode::isEmpty)) {
            return List.of();
        }
        for (JsonNode alternative : alternatives) {
            List<Scope> scopes = new ArrayList<>();
            boolean consent = false;
            for (Map.Entry<String, JsonNode> need : alternative.properties().stream()
                    .limit(OpenApiLimits.ALTERNATIVES)
                    .toList()) {
                String type = scheme(need.getKey()).path("type").asText();
                if (type.equals("oauth2") || type.equals("openIdConnect")) {
                    consent = true;
                    need.getValue()
                            .valueStream()
                            .limit(MOST_SCOPES)
                            .forEach(scope -> scopes.add(scope(scope.asText())));
                }
            }
            if (consent) {
                return scopes;
            }
        }
        return List.of();
    }

    private static Scope scope(String text) {
        try {
            return new Scope(text);
        } catch (Refusal malformed) {
            throw new BrokenDocument("'" + cut(text) + "' is not a valid scope");
        }
    }

    private JsonNode scheme(String name) {
        return references.schema(schemes.path(name));
    }

    private boolean isUsable(String name) {
        JsonNode scheme = scheme(name);
        return switch (scheme.path("type").asText()) {
            case "http" -> httpPrefix(scheme).isPresent();
            case "apiKey" ->
                switch (scheme.path("in").asText()) {
                    case "query" -> !scheme.path("name").asText("").isEmpty();
                    case "header" ->
                        HeaderText.nameFault(scheme.path("name").asText("")).isEmpty();
                    default -> false;
                };
            case "oauth2", "openIdConnect" -> true;
            default -> false;
        };
    }

    private boolean isPreferred(String name) {
        return provider(scheme(name)).isPresent() == options.hasClient();
    }

    private static Optional<String> httpPrefix(JsonNode scheme) {
        return switch (scheme.path("scheme").asText().toLowerCase(Locale.ROOT)) {
            case "bearer" -> Optional.of("Bearer ");
            case "basic" -> Optional.of("Basic ");
            default -> Optional.empty();
        };
    }

    private ApiAuth auth(JsonNode scheme) {
        AuthScheme key = new AuthScheme.ApiKey(List.of());
        return switch (scheme.path("type").asText()) {
            case "apiKey" -> {
                String name = scheme.path("name").asText();
                CredentialPlace place = scheme.path("in").asText().equals("query")
                        ? new CredentialPlace.Query(name)
                        : new CredentialPlace.Header(name, "");
                yield new ApiAuth(key, place, Optional.empty());
            }
            case "http" ->
                new ApiAuth(
                        key,
                        new CredentialPlace.Header(
                                "Authorization", httpPrefix(scheme).orElse("")),
                        Optional.empty());
            default -> {
                Optional<ApiAuth.Provider> provider = provider(scheme);
                // Without the addresses of a consent, users can still give a token that they have.
                AuthScheme consent =
                        provider.isPresent() ? new AuthScheme.OAuth2(declared(scheme), options.hasClient()) : key;
                yield new ApiAuth(consent, CredentialPlace.bearer(), provider);
            }
        };
    }

    private Optional<ApiAuth.Provider> provider(JsonNode scheme) {
        JsonNode flow = scheme.path("flows").path("authorizationCode");
        Optional<URI> authorization = address(flow.path("authorizationUrl").asText(""));
        Optional<URI> token = address(flow.path("tokenUrl").asText(""));
        return authorization.isPresent() && token.isPresent()
                ? Optional.of(new ApiAuth.Provider(authorization.get(), token.get()))
                : Optional.empty();
    }

    private Optional<URI> address(String written) {
        return written.isEmpty()
                ? Optional.empty()
                : Optional.ofNullable(HttpUrl.parse(written))
                        .or(() -> options.address().source().map(from -> from.resolve(written)))
                        .filter(url -> url.username().isEmpty() && url.fragment() == null)
                        .map(HttpUrl::uri);
    }

    private static List<Scope> declared(JsonNode scheme) {
        List<Scope> scopes = new ArrayList<>();
        scheme.path("flows")
                .path("authorizationCode")
                .path("scopes")
                .fieldNames()
                .forEachRemaining(name -> {
                    try {
                        scopes.add(new Scope(name));
                    } catch (Refusal malformed) {
                        // An operation that needs it is left out.
                    }
                });
        return scopes;
    }
}
