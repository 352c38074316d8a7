package dev.guildhall.integrations.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Optional;

/** Texts of manifests, which may be references to environment variables. */
final class EnvironmentTexts {
    private static final String OWN = "GUILDHALL_";
    private static final String OWN_FOR_MANIFESTS = OWN + "INTEGRATION_";

    private final Map<String, String> environment;

    EnvironmentTexts(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    /** A text, never empty; one from the environment may be a secret. */
    record Resolved(String value, boolean fromEnvironment) {
        @Override
        public String toString() {
            return fromEnvironment ? "Resolved[…]" : "Resolved[" + value + "]";
        }
    }

    /** The text; empty when there is none, or its variable is not set and has no default. */
    Optional<Resolved> optional(JsonNode node, String path, ManifestFaults faults) {
        if (node.isMissingNode() || node.isTextual()) {
            return Optional.ofNullable(node.textValue()).map(text -> new Resolved(text, false));
        }
        String name = node.path("env").asText();
        if (name.startsWith(OWN) && !name.startsWith(OWN_FOR_MANIFESTS)) {
            faults.add(
                    path,
                    "must not name " + name + ", a variable of the server itself; " + OWN_FOR_MANIFESTS
                            + "… are allowed");
            return Optional.empty();
        }
        return variable(name)
                .map(value -> new Resolved(value, true))
                .or(() -> Optional.ofNullable(node.path("default").textValue()).map(text -> new Resolved(text, false)));
    }

    /** The text; empty when it is absent, and the fault is added. */
    Optional<Resolved> required(JsonNode node, String path, ManifestFaults faults) {
        int before = faults.all().size();
        Optional<Resolved> text = optional(node, path, faults);
        if (text.isEmpty() && faults.all().size() == before) {
            faults.add(
                    path, "needs the environment variable " + node.path("env").asText() + ", which is not set");
        }
        return text;
    }

    /** The value of a variable; empty when it is not set, or set to an empty text. */
    Optional<String> variable(String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isBlank());
    }
}
