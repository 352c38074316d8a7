package dev.guildhall.integrations.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import okhttp3.HttpUrl;

/** Reads the addresses of a document's servers, with their variables at their defaults. */
final class Servers {
    private Servers() {}

    /** The server of the document; else the one that the first of some operations names. */
    static Optional<String> of(JsonNode document, Optional<HttpUrl> source, List<Operation> operations) {
        if (Swagger2.is(document)) {
            return Swagger2.server(document, source).map(Servers::withoutSlash);
        }
        return first(document).or(() -> operations.stream().findFirst().flatMap(Servers::of));
    }

    /** The server of an operation or of its path; empty when neither names one. */
    static Optional<String> of(Operation operation) {
        return first(operation.json()).or(() -> first(operation.item()));
    }

    /**
     * An absolute address that requests can go to; a relative one, and that of a document which names none, is found at the
     * address of the document. Empty when there is no such address.
     */
    static Optional<HttpUrl> absolute(Optional<String> server, Optional<HttpUrl> source) {
        String written = server.orElse("/");
        if (written.contains("{")) {
            return Optional.empty();
        }
        Optional<HttpUrl> parsed = Optional.ofNullable(HttpUrl.parse(written))
                .or(() -> written.contains("://") ? Optional.empty() : source.map(from -> from.resolve(written)));
        return parsed.filter(url ->
                url.username().isEmpty() && url.password().isEmpty() && url.query() == null && url.fragment() == null);
    }

    private static Optional<String> first(JsonNode described) {
        JsonNode server = described.path("servers").path(0);
        String url = ToolWording.cut(server.path("url").asText(""), OpenApiLimits.API_DESCRIPTION);
        int looked = 0;
        for (Map.Entry<String, JsonNode> variable : server.path("variables").properties()) {
            if (++looked > OpenApiLimits.ALTERNATIVES) {
                break;
            }
            String standard =
                    ToolWording.cut(variable.getValue().path("default").asText(), OpenApiLimits.API_DESCRIPTION);
            url = url.replace("{" + variable.getKey() + "}", standard);
        }
        return Optional.of(url).filter(address -> !address.isEmpty()).map(Servers::withoutSlash);
    }

    private static String withoutSlash(String url) {
        return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    }
}
