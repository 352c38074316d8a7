package dev.guildhall.http.authorization;

import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.AuthorizationErrorResponse;
import com.nimbusds.oauth2.sdk.AuthorizationRequest;
import com.nimbusds.oauth2.sdk.AuthorizationSuccessResponse;
import com.nimbusds.oauth2.sdk.ErrorObject;
import com.nimbusds.oauth2.sdk.OAuth2Error;
import com.nimbusds.oauth2.sdk.ParseException;
import com.nimbusds.oauth2.sdk.ResponseMode;
import com.nimbusds.oauth2.sdk.ResponseType;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.oauth2.sdk.id.State;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import dev.guildhall.ports.authorization.ClientRedirect;
import dev.guildhall.ports.authorization.CodeChallenge;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.session.ClientId;
import java.net.URI;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A client's request for the consent of a user (OAuth 2.1, 4.1.1). Its fields are parsed in two steps: only when the
 * client and its redirect address are known may a fault be told to the client.
 *
 * @param fields of the query
 */
record ConsentRequest(FormFields fields) {
    static final class Faulty extends Exception {
        private static final long serialVersionUID = 1L;

        private final transient ErrorObject error;

        Faulty(ErrorObject error, String description) {
            super(description, null, false, false);
            this.error = error.setDescription(description);
        }

        ErrorObject error() {
            return error;
        }
    }

    static ConsentRequest parse(String query) {
        return new ConsentRequest(FormFields.parse(query));
    }

    ClientId clientId() {
        return fields.clientId();
    }

    Optional<String> redirect() {
        return fields.find("redirect_uri");
    }

    /** The client's challenge, when the request has no fault. */
    CodeChallenge challenge(AuthorizationServer server) throws Faulty {
        AuthorizationRequest request = parsed();
        if (!ResponseType.CODE.equals(request.getResponseType())) {
            throw new Faulty(OAuth2Error.UNSUPPORTED_RESPONSE_TYPE, "response_type: must be code");
        }
        if (request.getResponseMode() != null && !ResponseMode.QUERY.equals(request.getResponseMode())) {
            throw new Faulty(OAuth2Error.INVALID_REQUEST, "response_mode: must be query");
        }
        if (request.specifiesRequestObject()) {
            throw new Faulty(OAuth2Error.REQUEST_NOT_SUPPORTED, "request: is not supported");
        }
        if (fields.resource().filter(named -> !server.isResource(named)).isPresent()) {
            throw new Faulty(OAuth2Error.INVALID_TARGET, "resource: must be " + server.resource());
        }
        if (request.getCodeChallenge() == null || !CodeChallengeMethod.S256.equals(request.getCodeChallengeMethod())) {
            throw new Faulty(
                    OAuth2Error.INVALID_REQUEST, "code_challenge: is required, with code_challenge_method S256");
        }
        try {
            return new CodeChallenge(request.getCodeChallenge().getValue());
        } catch (Refusal malformed) {
            throw new Faulty(OAuth2Error.INVALID_REQUEST, malformed.problem().message());
        }
    }

    private AuthorizationRequest parsed() throws Faulty {
        try {
            return AuthorizationRequest.parse(fields.values());
        } catch (ParseException malformed) {
            String why = malformed.getMessage();
            ErrorObject error = malformed.getErrorObject();
            throw new Faulty(
                    error == null ? OAuth2Error.INVALID_REQUEST : error,
                    why == null ? "the request is malformed" : why);
        }
    }

    /** Where the user goes with a code; names the issuer, so that the client knows whose code it is (RFC 9207). */
    URI granted(ClientRedirect redirect, String code, AuthorizationServer server) {
        return new AuthorizationSuccessResponse(
                        redirect.uri(), new AuthorizationCode(code), null, state(), issuer(server), ResponseMode.QUERY)
                .toURI();
    }

    /** Where the user goes without one. */
    URI refused(ClientRedirect redirect, ErrorObject error, AuthorizationServer server) {
        return new AuthorizationErrorResponse(redirect.uri(), error, state(), issuer(server), ResponseMode.QUERY)
                .toURI();
    }

    private @Nullable State state() {
        return fields.find("state").map(State::new).orElse(null);
    }

    private static Issuer issuer(AuthorizationServer server) {
        return new Issuer(server.issuer());
    }
}
