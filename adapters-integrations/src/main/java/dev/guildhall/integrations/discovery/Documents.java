package dev.guildhall.integrations.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.guildhall.integrations.net.OutboundFailure;
import dev.guildhall.integrations.net.OutboundHttp;
import dev.guildhall.integrations.net.OutboundReply;
import dev.guildhall.integrations.net.OutboundRequest;
import dev.guildhall.wire.json.Json;
import java.io.IOException;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import okhttp3.HttpUrl;

/** Fetches documents of other hosts, within the rules for addresses, limited in time and size. */
final class Documents {
    private final OutboundHttp http;

    Documents(OutboundHttp http) {
        this.http = http;
    }

    /** The document; empty when there is none at that address. */
    Optional<JsonNode> get(HttpUrl address) throws DiscoveryFault {
        OutboundReply reply = send(OutboundRequest.of("GET", address).followingRedirects());
        return Optional.of(reply).filter(answer -> answer.status() == 200).flatMap(Documents::object);
    }

    OutboundReply post(HttpUrl address, JsonNode body) throws DiscoveryFault {
        return send(OutboundRequest.of("POST", address).withBody("application/json", Json.bytes(body)));
    }

    private OutboundReply send(OutboundRequest request) throws DiscoveryFault {
        try {
            return http.send(request.withHeader("Accept", "application/json")
                    .withLimits(DiscoveryLimits.TIMEOUT, DiscoveryLimits.DOCUMENT_BYTES));
        } catch (OutboundFailure failure) {
            throw new DiscoveryFault(
                    "its sign-in cannot be reached at " + request.url().host() + ": " + failure.getMessage());
        }
    }

    static Optional<JsonNode> object(OutboundReply reply) {
        try {
            return Json.LENIENT.readTree(reply.body()) instanceof ObjectNode object
                    ? Optional.of(object)
                    : Optional.empty();
        } catch (IOException garbage) {
            return Optional.empty();
        }
    }

    /** The texts of an array, up to a limit. */
    static Stream<String> texts(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .filter(JsonNode::isTextual)
                .map(JsonNode::textValue)
                .filter(text -> text.length() <= DiscoveryLimits.TEXT)
                .limit(DiscoveryLimits.SCOPES);
    }

    /** An http or https address without a user; empty when the text is none. */
    static Optional<HttpUrl> address(String text) {
        return Optional.ofNullable(text.length() <= DiscoveryLimits.TEXT ? HttpUrl.parse(text) : null)
                .filter(url -> url.username().isEmpty() && url.password().isEmpty());
    }
}
