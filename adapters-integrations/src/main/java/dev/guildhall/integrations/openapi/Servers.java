package dev.guildhall.integrations.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the addresses of a document's servers, with their variables at their defaults. */
final class Servers {
    private Servers() {}

    /** The server of the document; else the one that the first of some operations names. */
    static Optional<String> of(JsonNode document, List<Operation> operations) {
        return first(document).or(() -> operations.stream().findFirst().flatMap(Servers::of));
    }

    /** The server of an operation or of its path; empty when neither names one. */
    static Optional<String> of(Operation operation) {
        return first(operation.json()).or(() -> first(operation.item()));
    }

    private static Optional<String> first(JsonNode described) {
        JsonNode server = described.path("servers").path(0);
        String url = server.path("url").asText("");
        for (Map.Entry<String, JsonNode> variable : server.path("variables").properties()) {
            url = url.replace(
                    "{" + variable.getKey() + "}",
                    variable.getValue().path("default").asText());
        }
        return Optional.of(url).filter(address -> !address.isEmpty()).map(Servers::withoutSlash);
    }

    private static String withoutSlash(String url) {
        return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    }
}
