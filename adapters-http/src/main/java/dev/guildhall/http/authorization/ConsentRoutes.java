package dev.guildhall.http.authorization;

import com.nimbusds.oauth2.sdk.OAuth2Error;
import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.ports.authorization.Authorizations;
import dev.guildhall.ports.authorization.CodeChallenge;
import dev.guildhall.ports.authorization.Consent;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.net.URI;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The consent of a signed-in user, for the page at {@code /oauth/authorize}. The page sends the query of its own address
 * both times, so the user agrees to exactly what the server has described.
 */
public final class ConsentRoutes {
    private static final String PATH = "/api/oauth/consent";

    /**
     * What the page shows.
     *
     * @param redirectHost where the user is sent back to, with the port
     * @param error the fault of the request; null when the user can agree
     */
    private record ConsentJson(
            String clientId,
            String clientName,
            String redirectHost,
            List<String> scopes,
            @Nullable String error) {}

    private record RedirectJson(String redirectTo) {}

    private final Authorizations authorizations;
    private final AuthorizationAddresses addresses;

    public ConsentRoutes(Authorizations authorizations, AuthorizationAddresses addresses) {
        this.authorizations = authorizations;
        this.addresses = addresses;
    }

    public List<Route> routes() {
        return List.of(Route.get(PATH, Access.SESSION, this::show), Route.post(PATH, Access.SESSION, this::answer));
    }

    private void show(Exchange exchange) {
        ConsentRequest request = ConsentRequest.parse(exchange.requiredQuery("request", text -> text));
        Consent consent = consent(exchange, request);
        exchange.json(
                200,
                new ConsentJson(
                        consent.client().id().value(),
                        consent.client().name(),
                        consent.redirect().uri().getRawAuthority(),
                        List.of(AuthorizationServer.SCOPE),
                        fault(request, addresses.of(exchange))));
    }

    private Consent consent(Exchange exchange, ConsentRequest request) {
        return authorizations.consent(exchange.caller(), request.clientId(), request.redirect());
    }

    private @Nullable String fault(ConsentRequest request, AuthorizationServer server) {
        try {
            request.challenge(server);
            return null;
        } catch (ConsentRequest.Faulty faulty) {
            return faulty.getMessage();
        }
    }

    private void answer(Exchange exchange) {
        JsonBody body = exchange.body();
        Supplier<ConsentRequest> request = body.required("request", RequestReader.text(ConsentRequest::parse));
        Supplier<Boolean> approved = body.required("approved", RequestReader.flag());
        body.check();
        URI target = target(exchange, request.get(), approved.get());
        exchange.secretJson(200, new RedirectJson(target.toString()));
    }

    private URI target(Exchange exchange, ConsentRequest request, boolean isApproved) {
        Consent consent = consent(exchange, request);
        AuthorizationServer server = addresses.of(exchange);
        try {
            CodeChallenge challenge = request.challenge(server);
            if (!isApproved) {
                return request.refused(consent.redirect(), OAuth2Error.ACCESS_DENIED, server);
            }
            String code = authorizations.approve(exchange.caller(), request.clientId(), request.redirect(), challenge);
            return request.granted(consent.redirect(), code, server);
        } catch (ConsentRequest.Faulty faulty) {
            return request.refused(consent.redirect(), faulty.error(), server);
        }
    }
}
