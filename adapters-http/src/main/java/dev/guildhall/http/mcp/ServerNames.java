package dev.guildhall.http.mcp;

import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.problem.Refusal;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names of prompts and the addresses of resources of all servers: {@code integration__name}, and
 * {@code guildhall://integration/address} with the address percent-encoded.
 */
final class ServerNames {
    private static final String SCHEME = "guildhall://";
    private static final String SEPARATOR = "__";

    /** An expression of a template of addresses stays readable for clients. */
    private static final Pattern EXPRESSION = Pattern.compile("\\{[^{}]{1,200}}");

    /** A name or an address at one server. */
    record AtServer(IntegrationName server, String own) {}

    private ServerNames() {}

    static String name(IntegrationName server, String own) {
        return server + SEPARATOR + own;
    }

    static Optional<AtServer> ofName(String name) {
        int end = name.indexOf(SEPARATOR);
        return end < 0 ? Optional.empty() : at(name.substring(0, end), name.substring(end + SEPARATOR.length()));
    }

    static String address(IntegrationName server, String own) {
        return SCHEME + server + "/" + encoded(own);
    }

    static String template(IntegrationName server, String own) {
        StringBuilder template = new StringBuilder(SCHEME).append(server).append('/');
        Matcher expressions = EXPRESSION.matcher(own);
        int from = 0;
        while (expressions.find()) {
            template.append(encoded(own.substring(from, expressions.start()))).append(expressions.group());
            from = expressions.end();
        }
        return template.append(encoded(own.substring(from))).toString();
    }

    static Optional<AtServer> ofAddress(String address) {
        int slash = address.indexOf('/', SCHEME.length());
        if (!address.startsWith(SCHEME) || slash < 0) {
            return Optional.empty();
        }
        try {
            String own = URLDecoder.decode(address.substring(slash + 1).replace("+", "%2B"), StandardCharsets.UTF_8);
            return at(address.substring(SCHEME.length(), slash), own);
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }

    /** A template's own address, whose expressions stay as they are. */
    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static Optional<AtServer> at(String server, String own) {
        try {
            return Optional.of(new AtServer(new IntegrationName(server), own));
        } catch (Refusal noName) {
            return Optional.empty();
        }
    }
}
