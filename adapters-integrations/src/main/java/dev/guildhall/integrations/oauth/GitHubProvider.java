package dev.guildhall.integrations.oauth;

import com.nimbusds.oauth2.sdk.ResponseType;
import com.nimbusds.oauth2.sdk.Scope;
import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import dev.guildhall.integrations.provider.ProviderClient;
import dev.guildhall.integrations.provider.ProviderHttp;
import dev.guildhall.integrations.provider.ProviderReply;
import dev.guildhall.ports.oauth.AuthorizationRequest;
import dev.guildhall.ports.oauth.CodeExchange;
import dev.guildhall.ports.oauth.ExternalIdentity;
import dev.guildhall.ports.oauth.OAuthProvider;
import dev.guildhall.ports.oauth.ProviderDetails;
import java.net.URI;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import okhttp3.Request;
import org.jspecify.annotations.Nullable;

/** GitHub, which supports only OAuth 2: the user is read with the access token. */
final class GitHubProvider implements OAuthProvider {
    private static final Scope SCOPE = new Scope("read:user", "user:email");
    private static final Set<String> OF_THE_CODE = Set.of("bad_verification_code", "redirect_uri_mismatch");

    private final ProviderDetails details;
    private final GitHubAddresses addresses;
    private final ProviderClient client;
    private final ProviderHttp http;
    private final ProviderFaults faults;

    GitHubProvider(ProviderDetails details, GitHubAddresses addresses, ClientOptions options, ProviderHttp http) {
        this.details = details;
        this.addresses = addresses;
        this.client = new ProviderClient(options.clientId(), options.clientSecret());
        this.http = http;
        this.faults = new ProviderFaults(details.name());
    }

    @Override
    public ProviderDetails details() {
        return details;
    }

    @Override
    public URI authorizationUrl(AuthorizationRequest request) {
        return new com.nimbusds.oauth2.sdk.AuthorizationRequest.Builder(ResponseType.CODE, client.id())
                .endpointURI(URI.create(addresses.web() + "/login/oauth/authorize"))
                .redirectionURI(request.redirectUri().uri())
                .scope(SCOPE)
                .state(new State(request.state().value()))
                .codeChallenge(new CodeVerifier(request.proof().verifier()), CodeChallengeMethod.S256)
                .build()
                .toURI();
    }

    @Override
    public ExternalIdentity exchange(CodeExchange exchange) {
        String token = token(exchange);
        UserJson user = user(token);
        Optional<EmailJson> email = primaryEmail(token);
        ProviderAccount person = new ProviderAccount(
                email.flatMap(primary -> Optional.ofNullable(primary.email())),
                email.filter(EmailJson::verified).isPresent(),
                Optional.ofNullable(user.name()).or(() -> Optional.ofNullable(user.login())));
        return person.identified(addresses.web(), Long.toString(user.id()), faults);
    }

    private String token(CodeExchange exchange) {
        URI endpoint = URI.create(addresses.web() + "/login/oauth/access_token");
        ProviderReply reply =
                http.send(client.tokenRequest(endpoint, TokenEndpoint.grant(exchange), true), faults::unavailable);
        TokenJson answer = read(reply, TokenJson.class);
        if (answer.error() != null) {
            throw OF_THE_CODE.contains(answer.error())
                    ? faults.codeRefused("did not accept a code")
                    : faults.unavailable(
                            "does not let this installation exchange codes; check its client id and secret");
        }
        return Optional.ofNullable(answer.accessToken())
                .orElseThrow(() -> faults.unavailable("the response of the token endpoint has no token"));
    }

    private UserJson user(String token) {
        UserJson user = read(asked("/user", token), UserJson.class);
        if (user.id() <= 0) {
            throw faults.unavailable("does not say who signed in");
        }
        return user;
    }

    /** Without the permission to read the addresses, the user counts as having none. */
    private Optional<EmailJson> primaryEmail(String token) {
        ProviderReply reply = asked("/user/emails", token);
        if (reply.status() == 403 || reply.status() == 404) {
            return Optional.empty();
        }
        return Arrays.stream(read(reply, EmailJson[].class))
                .filter(EmailJson::primary)
                .findFirst();
    }

    private ProviderReply asked(String path, String token) {
        Request request = new Request.Builder()
                .url(addresses.api() + path)
                .header("Authorization", "Bearer " + token)
                .header("Accept", "application/vnd.github+json")
                .header("User-Agent", "Guildhall")
                .build();
        return http.send(request, faults::unavailable);
    }

    private <T> T read(ProviderReply reply, Class<T> type) {
        if (reply.status() != 200) {
            throw faults.unavailable("responded with status " + reply.status());
        }
        return DocumentJson.read(reply.body(), type)
                .orElseThrow(() -> faults.unavailable("the response cannot be read"));
    }

    /** Tokens, or an error: both come with status 200. */
    private record TokenJson(
            @Nullable String accessToken, @Nullable String error) {
        @Override
        public String toString() {
            return "TokenJson[…]";
        }
    }

    /** An account; the number never changes, the login may. */
    private record UserJson(
            long id, @Nullable String login, @Nullable String name) {}

    private record EmailJson(@Nullable String email, boolean primary, boolean verified) {}
}
