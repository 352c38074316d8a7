package dev.guildhall.integrations.httptool;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.integrations.net.OutboundFailure;
import dev.guildhall.integrations.net.OutboundRequest;
import dev.guildhall.ports.tool.FailureKind;
import dev.guildhall.ports.tool.ToolInvocation;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import okhttp3.HttpUrl;
import okhttp3.MultipartBody;

/** Creates the request of a call. A value stays in its own position, whatever it contains. */
final class RequestWriter {
    private final HttpApi api;

    RequestWriter(HttpApi api) {
        this.api = api;
    }

    /** Writes the request; fails when the credential or an argument cannot be sent, or the request is not allowed. */
    OutboundRequest request(HttpAction action, ToolInvocation invocation, Optional<String> credential)
            throws ArgumentFault {
        RequestTemplate template = action.request();
        HttpArguments arguments = new HttpArguments(template.parameters(), invocation.arguments());
        OutboundRequest request = OutboundRequest.of(template.method(), url(template, arguments))
                .withLimits(invocation.timeout(), HttpToolLimits.BODY_BYTES)
                .followingRedirects();
        request = withHeaders(request, template.headers(), arguments);
        request = withBody(request, template, arguments);
        RequestTemplate.Repetition repetition = template.repetition();
        if (repetition.keyHeader().isPresent()) {
            request = request.withHeader(
                    repetition.keyHeader().get(), invocation.idempotencyKey().value());
        }
        request = repetition.isAllowed() ? request.asIdempotent() : request;
        return credential.isPresent() ? withCredential(request, credential.get()) : request;
    }

    private static OutboundRequest withBody(OutboundRequest request, RequestTemplate template, HttpArguments arguments)
            throws ArgumentFault {
        if (template.body().isEmpty()) {
            return request;
        }
        RequestTemplate.Body body = template.body().get();
        Optional<JsonNode> json = body.template().body(arguments.bodyValues());
        return json.isPresent() ? withBody(request, body, json.get()) : request;
    }

    private OutboundRequest withHeaders(OutboundRequest bare, Map<String, String> instead, HttpArguments arguments)
            throws ArgumentFault {
        OutboundRequest request = bare;
        for (Map.Entry<String, String> header : instead.entrySet()) {
            request = request.withHeader(header.getKey(), header.getValue());
        }
        for (Map.Entry<String, String> header : api.headers().entrySet()) {
            if (instead.keySet().stream().anyMatch(header.getKey()::equalsIgnoreCase)) {
                continue;
            }
            request = api.secretHeaders().contains(header.getKey())
                    ? request.withCredentialHeader(header.getKey(), header.getValue())
                    : request.withHeader(header.getKey(), header.getValue());
        }
        for (PlacedParameter parameter : arguments.in(Place.HEADER)) {
            Optional<String> value = arguments.text(parameter);
            if (value.isPresent()) {
                request = request.withHeader(parameter.target(), HeaderText.require(parameter.name(), value.get()));
            }
        }
        return request;
    }

    private HttpUrl url(RequestTemplate template, HttpArguments arguments) throws ArgumentFault {
        Map<String, String> places = new LinkedHashMap<>();
        for (PlacedParameter parameter : arguments.in(Place.PATH)) {
            arguments.text(parameter).ifPresent(text -> places.put(parameter.target(), text));
        }
        String base = api.base().toString();
        String path = template.path().expand(places);
        String query = query(template, arguments);
        String address = (base.endsWith("/") ? base.substring(0, base.length() - 1) : base)
                + path
                + (query.isEmpty() ? "" : "?" + query);
        if (address.length() > HttpToolLimits.ADDRESS) {
            throw new ArgumentFault(
                    "arguments",
                    "lead to an address of more than " + HttpToolLimits.ADDRESS + " characters; send less");
        }
        HttpUrl url = HttpUrl.parse(address);
        if (url == null) {
            throw new IllegalStateException("the API's base and path are not a valid address");
        }
        return url;
    }

    private static String query(RequestTemplate template, HttpArguments arguments) throws ArgumentFault {
        List<String> pairs = new ArrayList<>();
        template.query().forEach((name, value) -> pairs.add(FormBody.pair(name, value)));
        for (PlacedParameter parameter : arguments.in(Place.QUERY)) {
            arguments.pairs(parameter).forEach(pair -> pairs.add(FormBody.pair(pair.getKey(), pair.getValue())));
        }
        return String.join("&", pairs);
    }

    private OutboundRequest withCredential(OutboundRequest request, String credential) {
        return switch (api.credential()) {
            case CredentialPlace.Nowhere() -> request;
            case CredentialPlace.Header(String name, String prefix) ->
                request.withCredentialHeader(name, sendable(prefix + credential));
            case CredentialPlace.Query(String name) -> request.withCredentialParameter(name, credential);
        };
    }

    private static String sendable(String value) {
        if (!HeaderText.isSendable(value)) {
            throw new OutboundFailure(
                    FailureKind.UNAUTHORIZED,
                    "the credential of the connection has characters that cannot be sent; connect again");
        }
        return value;
    }

    private static OutboundRequest withBody(OutboundRequest request, RequestTemplate.Body body, JsonNode value)
            throws ArgumentFault {
        // Jackson's direct writing to bytes would write an unpaired surrogate as an escape, which many servers cannot
        // parse.
        return switch (body.format()) {
            case JSON -> request.withBody(body.mediaType(), bounded(utf8(ValueText.json("arguments", value))));
            case FORM -> request.withBody(body.mediaType(), bounded(utf8(FormBody.encoded(value, body.styles()))));
            case MULTIPART -> {
                MultipartBody form = FormBody.multipart(value, body);
                yield request.withBody(form.contentType().toString(), bounded(FormBody.bytes(form)));
            }
        };
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] bounded(byte[] bytes) throws ArgumentFault {
        if (bytes.length > HttpToolLimits.BODY_BYTES) {
            throw new ArgumentFault(
                    "arguments", "lead to a body of more than " + HttpToolLimits.BODY_BYTES + " bytes; send less");
        }
        return bytes;
    }
}
