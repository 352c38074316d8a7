package dev.guildhall.llm.provider;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.model.Deployment.Dialect;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.http.ProxyAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the routes of models from a file: {@code {"<model or alias>": {"deployments": [{"provider": "openai", "baseUrl":
 * "https://…", "apiKey": "${NAME}", "model": "gpt-4o", "weight": 3}], "choice": "weighted", "cooldownSeconds": 30,
 * "fallbacks": ["gpt-4o-mini"]}}}.
 */
public final class RouteFile {
    private static final Set<String> FIELDS = Set.of("deployments", "choice", "cooldownSeconds", "fallbacks");
    private static final Set<String> OF_DEPLOYMENT =
            Set.of("provider", "dialect", "baseUrl", "apiKey", "proxy", "model", "weight");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]{0,99})}");
    private static final int MOST = 32;
    private static final int MAX_NAME = 200;
    private static final int MAX_WEIGHT = 1000;
    private static final int MAX_COOLDOWN = 3600;
    private static final int USUAL_COOLDOWN = 30;

    private RouteFile() {}

    /**
     * The route of one name.
     *
     * @param deployments 1 to {@value #MOST}
     * @param leastLatency whether the fastest deployment is asked first; otherwise a random one by weight
     * @param cooldown how long a deployment comes last after it limited the rate or refused the key
     * @param fallbacks names of models that are asked when all deployments fail
     */
    public record Route(List<Deployment> deployments, boolean leastLatency, Duration cooldown, List<String> fallbacks) {
        public Route {
            deployments = List.copyOf(deployments);
            fallbacks = List.copyOf(fallbacks);
        }
    }

    /**
     * One place where the model runs.
     *
     * @param provider the name of the protocol, for example {@code openai}
     * @param dialect which of the two protocols of OpenAI a provider of that kind is asked in
     * @param baseUrl its address; absent means the provider's own
     * @param keyVariable the environment variable with its key; absent means the configured key of the
     *     provider, or none where the deployment has an address of its own
     * @param proxy the proxy for its requests; absent means that of the environment
     * @param model what the provider calls the model
     * @param weight its share of the requests, 1 to {@value #MAX_WEIGHT}
     */
    public record Deployment(
            String provider,
            Dialect dialect,
            Optional<String> baseUrl,
            Optional<String> keyVariable,
            Optional<ProxyAddress> proxy,
            String model,
            int weight) {}

    /**
     * The routes in a file, by the name that requests ask for.
     *
     * @throws IllegalArgumentException whose message names the file, the model and the field at fault
     */
    public static Map<String, Route> read(Path file) {
        return JsonFile.byModel(file, "routes", RouteFile::route);
    }

    private static Route route(String name, JsonNode route) {
        if (name.isBlank() || name.length() > MAX_NAME) {
            throw Refusal.invalid("the name", "must have 1 to " + MAX_NAME + " characters");
        }
        JsonFile.requireFields(route, "the route", FIELDS);
        List<JsonNode> listed = list(route, "deployments");
        if (listed.isEmpty()) {
            throw Refusal.invalid("deployments", "must be a list of 1 to " + MOST + " deployments");
        }
        List<Deployment> deployments = new ArrayList<>();
        for (JsonNode deployment : listed) {
            deployments.add(deployment("deployments[" + deployments.size() + "]", name, deployment));
        }
        String choice = route.path("choice").asText("weighted");
        if (!choice.equals("weighted") && !choice.equals("least-latency")) {
            throw Refusal.invalid("choice", "must be weighted or least-latency");
        }
        List<String> fallbacks = new ArrayList<>();
        for (JsonNode fallback : list(route, "fallbacks")) {
            fallbacks.add(text(fallback, "fallbacks[" + fallbacks.size() + "]").orElse(""));
        }
        return new Route(
                deployments,
                choice.equals("least-latency"),
                Duration.ofSeconds(number(route, "cooldownSeconds", "cooldownSeconds", USUAL_COOLDOWN, MAX_COOLDOWN)),
                fallbacks);
    }

    private static Deployment deployment(String path, String name, JsonNode fields) {
        JsonFile.requireFields(fields, path, OF_DEPLOYMENT);
        Optional<String> key = text(fields.path("apiKey"), path + ".apiKey").map(reference -> {
            Matcher variable = VARIABLE.matcher(reference);
            if (!variable.matches()) {
                throw Refusal.invalid(
                        path + ".apiKey", "must name an environment variable, as in ${NAME}, and contain no key");
            }
            return variable.group(1);
        });
        return new Deployment(
                text(fields.path("provider"), path + ".provider")
                        .orElseThrow(() -> Refusal.invalid(path + ".provider", "is required")),
                dialect(fields.path("dialect").asText("chat"), path + ".dialect"),
                text(fields.path("baseUrl"), path + ".baseUrl"),
                key,
                text(fields.path("proxy"), path + ".proxy").map(address -> proxy(address, path + ".proxy")),
                text(fields.path("model"), path + ".model").orElse(name),
                number(fields, "weight", path + ".weight", 1, MAX_WEIGHT));
    }

    private static Dialect dialect(String name, String path) {
        return Dialect.fromWire(name).orElseThrow(() -> Refusal.invalid(path, "must be chat or responses"));
    }

    private static ProxyAddress proxy(String address, String path) {
        try {
            return ProxyAddress.parse(address);
        } catch (IllegalArgumentException bad) {
            throw Refusal.invalid(path, String.valueOf(bad.getMessage()));
        }
    }

    private static List<JsonNode> list(JsonNode route, String field) {
        JsonNode list = route.path(field);
        if (list.isMissingNode()) {
            return List.of();
        }
        if (!list.isArray() || list.size() > MOST) {
            throw Refusal.invalid(field, "must be a list of at most " + MOST);
        }
        return list.valueStream().toList();
    }

    private static Optional<String> text(JsonNode text, String path) {
        if (text.isMissingNode()) {
            return Optional.empty();
        }
        if (!text.isTextual() || text.asText().isBlank() || text.asText().length() > MAX_NAME) {
            throw Refusal.invalid(path, "must be a text of 1 to " + MAX_NAME + " characters");
        }
        return Optional.of(text.asText());
    }

    private static int number(JsonNode object, String field, String path, int absent, int most) {
        JsonNode number = object.path(field);
        if (number.isMissingNode()) {
            return absent;
        }
        if (!number.isInt() || number.intValue() < 1 || number.intValue() > most) {
            throw Refusal.invalid(path, "must be a whole number between 1 and " + most);
        }
        return number.intValue();
    }
}
