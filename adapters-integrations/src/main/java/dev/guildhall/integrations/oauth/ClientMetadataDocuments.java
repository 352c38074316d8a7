package dev.guildhall.integrations.oauth;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.integrations.net.OutboundFailure;
import dev.guildhall.integrations.net.OutboundHttp;
import dev.guildhall.integrations.net.OutboundReply;
import dev.guildhall.integrations.net.OutboundRequest;
import dev.guildhall.ports.authorization.ClientDocuments;
import dev.guildhall.ports.authorization.ClientRedirect;
import dev.guildhall.ports.authorization.OAuthClient;
import dev.guildhall.ports.problem.AccountProblem.ClientRefused;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.session.ClientId;
import dev.guildhall.wire.json.Json;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import okhttp3.HttpUrl;

/** Reads client id metadata documents from addresses outside. */
public final class ClientMetadataDocuments implements ClientDocuments {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final int MAX_BYTES = 64 * 1024;

    private final OutboundHttp http;

    public ClientMetadataDocuments(OutboundHttp http) {
        this.http = http;
    }

    @Override
    public OAuthClient read(ClientId id, URI address) {
        JsonNode document = document(address);
        if (!document.path("client_id").asText().equals(id.value())) {
            throw refused("the document names another client_id");
        }
        String method = document.path("token_endpoint_auth_method").asText("none");
        if (!method.equals("none") || document.has("client_secret")) {
            throw refused("the document asks for token_endpoint_auth_method " + method + "; only none is supported");
        }
        try {
            return new OAuthClient(id, document.path("client_name").asText(address.getHost()), redirects(document));
        } catch (Refusal malformed) {
            throw malformed.problem() instanceof CommonProblem.Invalid invalid
                    ? refused("in the document, " + invalid.message())
                    : malformed;
        }
    }

    private JsonNode document(URI address) {
        try {
            HttpUrl url = HttpUrl.get(address.toString());
            OutboundReply reply = http.send(OutboundRequest.of("GET", url)
                    .withHeader("Accept", "application/json")
                    .withLimits(TIMEOUT, MAX_BYTES));
            if (reply.status() != 200) {
                throw refused("the document cannot be read: status " + reply.status());
            }
            return Json.LENIENT.readTree(reply.body());
        } catch (OutboundFailure failure) {
            throw refused("the document cannot be read: " + failure.getMessage());
        } catch (IOException | IllegalArgumentException malformed) {
            throw refused("the document is not JSON");
        }
    }

    private static List<ClientRedirect> redirects(JsonNode document) {
        List<ClientRedirect> redirects = new ArrayList<>();
        document.path("redirect_uris").forEach(one -> redirects.add(new ClientRedirect(one.asText())));
        return redirects;
    }

    private static Refusal refused(String why) {
        return new Refusal(new ClientRefused(ClientRefused.Reason.INVALID_CLIENT, "client_id: " + why));
    }
}
