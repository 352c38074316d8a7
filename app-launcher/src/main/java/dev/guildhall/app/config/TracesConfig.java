package dev.guildhall.app.config;

import dev.guildhall.integrations.otlp.OtlpOptions;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Types OpenTelemetry's standard variables for sending spans. They are read only from the environment, as in other
 * programs, and an invalid one stops the start, as one of our own keys does.
 */
final class TracesConfig {
    private static final String OTLP = "OTEL_EXPORTER_OTLP_";
    private static final String SERVICE = "service.name";
    private static final String VERSION = "service.version";
    private static final String PATH = "v1/traces";

    private final Map<String, String> environment;
    private final List<String> faults = new ArrayList<>();

    private TracesConfig(Map<String, String> environment) {
        this.environment = environment;
    }

    /**
     * The receiver of spans; empty when no endpoint is set, or sending is switched off.
     *
     * @throws BadConfiguration when an endpoint is set and another variable is invalid
     */
    static Optional<OtlpOptions> of(Map<String, String> environment) {
        TracesConfig config = new TracesConfig(environment);
        Optional<OtlpOptions> options =
                config.isOff() ? Optional.empty() : config.endpoint().flatMap(config::options);
        if (!config.faults.isEmpty()) {
            throw new BadConfiguration(config.faults);
        }
        return options;
    }

    private boolean isOff() {
        return value("OTEL_SDK_DISABLED").filter("true"::equalsIgnoreCase).isPresent()
                || value("OTEL_TRACES_EXPORTER").filter("none"::equals).isPresent();
    }

    private Optional<String> endpoint() {
        return value(OTLP + "TRACES_ENDPOINT")
                .or(() -> value(OTLP + "ENDPOINT").map(base -> base.endsWith("/") ? base + PATH : base + "/" + PATH));
    }

    private Optional<OtlpOptions> options(String endpoint) {
        String protocol = ofTraces("PROTOCOL").orElse("http/protobuf");
        if (!protocol.equals("http/protobuf")) {
            faults.add(OTLP + "PROTOCOL: must be http/protobuf");
        }
        if (!value("OTEL_TRACES_EXPORTER").orElse("otlp").equals("otlp")) {
            faults.add("OTEL_TRACES_EXPORTER: must be otlp or none");
        }
        Map<String, String> headers =
                pairs(OTLP + "HEADERS", ofTraces("HEADERS").orElse(""));
        Map<String, String> resource = new HashMap<>(pairs(
                "OTEL_RESOURCE_ATTRIBUTES", value("OTEL_RESOURCE_ATTRIBUTES").orElse("")));
        resource.putIfAbsent(SERVICE, "guildhall");
        resource.putIfAbsent(VERSION, BuildVersion.text());
        value("OTEL_SERVICE_NAME").ifPresent(name -> resource.put(SERVICE, name));
        if (!headers.entrySet().stream().allMatch(TracesConfig::isHeader)) {
            faults.add(OTLP + "HEADERS: must be valid names and values of HTTP headers");
        }
        return address(endpoint).map(address -> new OtlpOptions(address, headers, resource));
    }

    private Optional<URI> address(String endpoint) {
        if (SettingType.URL.fault(endpoint).isPresent() || URI.create(endpoint).getUserInfo() != null) {
            faults.add(OTLP + "ENDPOINT: must be an http or https address without a user");
            return Optional.empty();
        }
        return Optional.of(URI.create(endpoint));
    }

    private Map<String, String> pairs(String variable, String list) {
        Map<String, String> pairs = new HashMap<>();
        for (String pair : SettingType.split(list)) {
            int equals = pair.indexOf('=');
            if (equals < 1) {
                faults.add(variable + ": must be name=value pairs, separated by commas");
                return Map.of();
            }
            pairs.put(decoded(variable, pair.substring(0, equals)), decoded(variable, pair.substring(equals + 1)));
        }
        return pairs;
    }

    private String decoded(String variable, String text) {
        try {
            return URLDecoder.decode(text.strip().replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            faults.add(variable + ": a percent sign must begin an encoded byte");
            return "";
        }
    }

    private static boolean isHeader(Map.Entry<String, String> header) {
        return header.getKey().matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+")
                && header.getValue().matches("[ -~]*");
    }

    private Optional<String> ofTraces(String part) {
        return value(OTLP + "TRACES_" + part).or(() -> value(OTLP + part));
    }

    /** A variable with an empty value counts as not set. */
    private Optional<String> value(String name) {
        return Optional.ofNullable(environment.get(name)).map(String::strip).filter(text -> !text.isEmpty());
    }
}
