package dev.guildhall.integrations.oauth;

import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.OAuth2Error;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.TokenErrorResponse;
import com.nimbusds.oauth2.sdk.TokenResponse;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import com.nimbusds.oauth2.sdk.pkce.CodeVerifier;
import com.nimbusds.oauth2.sdk.util.JSONObjectUtils;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponse;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponseParser;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import com.nimbusds.openid.connect.sdk.token.OIDCTokens;
import dev.guildhall.integrations.provider.ProviderClient;
import dev.guildhall.integrations.provider.ProviderHttp;
import dev.guildhall.integrations.provider.ProviderReply;
import dev.guildhall.ports.oauth.CodeExchange;
import dev.guildhall.ports.oauth.OAuthProof;
import java.util.Map;
import java.util.Set;

final class TokenEndpoint {
    /** The error codes for an invalid code or verifier; any other error concerns this installation. */
    private static final Set<String> OF_THE_CODE =
            Set.of(OAuth2Error.INVALID_GRANT.getCode(), OAuth2Error.INVALID_REQUEST.getCode());

    private final ProviderClient client;
    private final ProviderHttp http;
    private final ProviderFaults faults;

    TokenEndpoint(ProviderClient client, ProviderHttp http, ProviderFaults faults) {
        this.client = client;
        this.http = http;
        this.faults = faults;
    }

    OIDCTokens exchange(CodeExchange exchange, OIDCProviderMetadata metadata) {
        ProviderReply reply = http.send(client.tokenRequest(metadata, grant(exchange)), faults::unavailable);
        if (reply.status() >= 500 || reply.status() == 429) {
            throw faults.unavailable("no tokens: status " + reply.status());
        }
        return switch (parsed(reply)) {
            case OIDCTokenResponse tokens -> tokens.getOIDCTokens();
            case TokenErrorResponse error ->
                throw refused(String.valueOf(error.getErrorObject().getCode()));
            default -> throw faults.unavailable("the response of the token endpoint has no id token");
        };
    }

    static AuthorizationCodeGrant grant(CodeExchange exchange) {
        return new AuthorizationCodeGrant(
                new com.nimbusds.oauth2.sdk.AuthorizationCode(exchange.code().value()),
                exchange.redirectUri().uri(),
                exchange.proof()
                        .map(OAuthProof::verifier)
                        .map(CodeVerifier::new)
                        .orElse(null));
    }

    private TokenResponse parsed(ProviderReply reply) {
        try {
            HTTPResponse response = new HTTPResponse(reply.status());
            response.setContentType(reply.contentType());
            response.setBody(withoutEmptyScope(reply.body()));
            return OIDCTokenResponseParser.parse(response);
        } catch (ParseException garbage) {
            throw faults.unavailable("the response of the token endpoint cannot be read, status " + reply.status());
        }
    }

    /** Some providers send an empty scope, which the library refuses. */
    private static String withoutEmptyScope(String body) throws ParseException {
        Map<String, Object> fields = JSONObjectUtils.parse(body);
        boolean empty = fields.get("scope") instanceof String scope && scope.isBlank();
        if (empty) {
            fields.remove("scope");
        }
        return empty ? com.nimbusds.jose.util.JSONObjectUtils.toJSONString(fields) : body;
    }

    private RuntimeException refused(String code) {
        return OF_THE_CODE.contains(code)
                ? faults.codeRefused("did not accept a code")
                : faults.unavailable("does not let this installation exchange codes; check its client id and secret");
    }
}
