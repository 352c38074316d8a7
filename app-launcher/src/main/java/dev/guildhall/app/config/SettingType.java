package dev.guildhall.app.config;

import dev.guildhall.http.CrossOriginProtection;
import dev.guildhall.http.Service;
import dev.guildhall.http.limit.AddressRange;
import dev.guildhall.http.token.TrustedIssuer;
import dev.guildhall.integrations.agent.AgentAddress;
import dev.guildhall.integrations.net.EgressRules;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.oauth.RedirectUri;
import dev.guildhall.ports.problem.Refusal;
import java.net.URI;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** The types of values. */
public enum SettingType {
    /** Any text that is not empty. */
    TEXT,
    /** Any text that is not empty; it is never printed. */
    SECRET,
    /** {@code true} or {@code false}. */
    FLAG,
    /** 0 to 65535; 0 chooses any free port. */
    PORT,
    /** An integer of at least 0. */
    COUNT,
    /** An integer number of seconds, 1 to 86400. */
    LIFE,
    /** An integer number of seconds, 0 to 300, in which a used refresh token may be sent again. */
    GRACE,
    /** An http or https address. */
    URL,
    /** An https address, or an http address of this machine, without a user and a fragment. */
    SAFE_URL,
    /** An http or https address of a service, without a user, a query and a fragment. */
    SERVICE_URL,
    /** {@code all}, or names of services, separated by commas. */
    SERVICES,
    /** {@code memory}, or the address of a PostgreSQL database; printed without its password. */
    DATABASE,
    /** Base64 of 32 bytes; it is never printed. */
    SECRET_KEY,
    /** Email addresses of accounts, separated by commas. */
    EMAILS,
    /** Networks or addresses, separated by commas: {@code 10.0.0.0/8,192.168.1.1}. */
    NETWORKS,
    /** Hosts, addresses or networks, some with a port, separated by commas. */
    EGRESS,
    /** Http or https addresses without a user and a fragment, separated by commas. */
    REDIRECTS,
    /** Origins, separated by commas: {@code https://app.example,http://localhost:5173}. */
    ORIGINS,
    /** {@code demo}, {@code openai}, {@code anthropic} or {@code ollama}. */
    PROVIDER,
    /** Fallback models, as {@link FallbackPlan} parses them. */
    FALLBACKS,
    /** Context sizes of models, as {@link ContextPlan} parses them. */
    CONTEXT,
    /** {@code rules}, {@code model} or {@code off}. */
    EXTRACTION,
    /** {@code local}, {@code provider} or {@code off}. */
    EMBEDDINGS,
    /** {@code process} or {@code container}. */
    RUNNER;

    private static final int MAX_PORT = 65_535;
    private static final int MAX_LIFE = 86_400;
    private static final int MAX_GRACE = 300;
    private static final int KEY_BYTES = 32;

    /** The fault of a value; empty when it is valid. */
    Optional<String> fault(String value) {
        return switch (this) {
            case TEXT, SECRET -> Optional.empty();
            case FLAG -> oneOf(value, "true", "false");
            case PORT -> inRange(value, MAX_PORT) ? Optional.empty() : Optional.of("must be a port, 0 to 65535");
            case COUNT ->
                inRange(value, Integer.MAX_VALUE) ? Optional.empty() : Optional.of("must be a whole number, 0 or more");
            case LIFE ->
                inRange(value, MAX_LIFE) && !value.matches("0+")
                        ? Optional.empty()
                        : Optional.of("must be a whole number, 1 to " + MAX_LIFE);
            case GRACE ->
                inRange(value, MAX_GRACE) ? Optional.empty() : Optional.of("must be a whole number, 0 to " + MAX_GRACE);
            case URL -> isWebAddress(value) ? Optional.empty() : Optional.of("must be an http or https address");
            case SAFE_URL ->
                isSafeAddress(value)
                        ? Optional.empty()
                        : Optional.of(
                                "must be an https address, or http on this machine, without a user and a fragment");
            case SERVICE_URL -> AgentAddress.fault(value);
            case SERVICES -> servicesFault(value);
            case DATABASE -> databaseFault(value);
            case SECRET_KEY -> isKey(value) ? Optional.empty() : Optional.of("must be base64 of 32 bytes");
            case EMAILS -> emailsFault(value);
            case REDIRECTS -> redirectsFault(value);
            case ORIGINS -> originsFault(value);
            case NETWORKS -> networksFault(value);
            case EGRESS -> EgressRules.fault(value);
            case PROVIDER -> oneOf(value, LlmProvider.names());
            case FALLBACKS -> FallbackPlan.fault(value);
            case CONTEXT -> ContextPlan.fault(value);
            case EXTRACTION -> oneOf(value, "rules", "model", "off");
            case EMBEDDINGS -> oneOf(value, "local", "provider", "off");
            case RUNNER -> oneOf(value, "process", "container");
        };
    }

    /** How a value is printed. */
    String shown(String value) {
        return switch (this) {
            case SECRET, SECRET_KEY -> "********";
            case DATABASE -> value.replaceFirst("(//[^:/@]*):[^@]*@", "$1:********@");
            case SERVICE_URL -> value.replaceFirst("//.*@", "//********@").replaceFirst("[?].*", "?********");
            default -> value;
        };
    }

    /** The values of a list that is separated by commas. */
    static List<String> split(String value) {
        return Arrays.stream(value.split(","))
                .map(String::strip)
                .filter(part -> !part.isEmpty())
                .toList();
    }

    private static boolean inRange(String value, int most) {
        try {
            int number = Integer.parseInt(value);
            return number >= 0 && number <= most;
        } catch (NumberFormatException notANumber) {
            return false;
        }
    }

    private static boolean isWebAddress(String value) {
        try {
            URI address = URI.create(value);
            return address.getHost() != null
                    && ("http".equals(address.getScheme()) || "https".equals(address.getScheme()));
        } catch (IllegalArgumentException malformed) {
            return false;
        }
    }

    private static boolean isSafeAddress(String value) {
        try {
            return TrustedIssuer.isSafe(URI.create(value));
        } catch (IllegalArgumentException malformed) {
            return false;
        }
    }

    private static Optional<String> servicesFault(String value) {
        if (value.equals("all")) {
            return Optional.empty();
        }
        List<String> names = split(value);
        return names.stream()
                .filter(name -> Service.fromWire(name).isEmpty())
                .findFirst()
                .map(unknown -> "this version has no service " + unknown + "; it has " + serviceNames())
                .or(() -> names.isEmpty() ? Optional.of("must name a service") : Optional.empty());
    }

    private static String serviceNames() {
        return String.join(
                ", ", Arrays.stream(Service.values()).map(Service::wireName).toList());
    }

    private static Optional<String> databaseFault(String value) {
        boolean known = value.equals("memory") || value.startsWith("postgresql://") || value.startsWith("postgres://");
        return known ? Optional.empty() : Optional.of("must be memory or postgresql://user:password@host:port/name");
    }

    private static boolean isKey(String value) {
        try {
            return Base64.getDecoder().decode(value).length == KEY_BYTES;
        } catch (IllegalArgumentException notBase64) {
            return false;
        }
    }

    private static Optional<String> emailsFault(String value) {
        for (String address : split(value)) {
            try {
                new Email(address);
            } catch (Refusal malformed) {
                return Optional.of(address + " is not an address");
            }
        }
        return Optional.empty();
    }

    private static Optional<String> networksFault(String value) {
        return split(value).stream()
                .filter(range -> AddressRange.parse(range).isEmpty())
                .findFirst()
                .map(bad -> bad + " is neither an address nor a network such as 10.0.0.0/8");
    }

    private static Optional<String> originsFault(String value) {
        return split(value).stream()
                .filter(origin -> !origin.matches("(?i)https?://[^/?#@]+")
                        || CrossOriginProtection.origin(origin).isEmpty())
                .findFirst()
                .map(bad -> bad + " is not an origin such as https://app.example");
    }

    private static Optional<String> redirectsFault(String value) {
        for (String address : split(value)) {
            try {
                new RedirectUri(address);
            } catch (Refusal malformed) {
                return Optional.of(address + " is not an http(s) address without a user and a fragment");
            }
        }
        return Optional.empty();
    }

    private static Optional<String> oneOf(String value, String... allowed) {
        return List.of(allowed).contains(value)
                ? Optional.empty()
                : Optional.of("must be one of " + String.join(", ", allowed));
    }
}
