package dev.guildhall.core.tool.connection;

import dev.guildhall.core.completion.MediaHosts;
import dev.guildhall.core.json.JsonText;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.connection.Scope;
import dev.guildhall.ports.integration.IntegrationDefinition;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the audit trail says about an integration: never a secret. */
final class IntegrationText {
    private static final int MOST = 4_000;
    private static final Pattern AUTHORITY = Pattern.compile("(?i)\\s*(https?://[^/?#\\\\]*)");

    private IntegrationText() {}

    /** Whether only admins write its texts. */
    static boolean isOfAdmin(IntegrationDefinition definition) {
        return definition.key().owner().isEmpty();
    }

    /** The integration as JSON, with the names of its headers alone. */
    static String of(IntegrationDefinition definition) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("displayName", definition.displayName());
        fields.put("kind", definition.kind().wireName());
        definition.url().ifPresent(url -> fields.put("url", url));
        definition.baseUrl().ifPresent(url -> fields.put("baseUrl", url));
        fields.put("headers", List.copyOf(definition.headers().keySet()));
        definition.clientId().ifPresent(id -> fields.put("clientId", id));
        fields.put("clientSecret", definition.clientSecret().isPresent() ? "set" : "none");
        fields.put("scopes", definition.scopes().stream().map(Scope::value).toList());
        fields.put("sampling", definition.sampling());
        return Text.beginning(JsonText.of(fields), MOST);
    }

    /** The hosts of its addresses that are inside of the network, without resolving their names; empty when there are none. */
    static Optional<String> insideHosts(IntegrationDefinition definition) {
        String hosts = Stream.concat(definition.url().stream(), definition.baseUrl().stream())
                .flatMap(url -> host(url).stream())
                .filter(host -> !MediaHosts.isOutside(host))
                .distinct()
                .collect(Collectors.joining(","));
        return hosts.isEmpty() ? Optional.empty() : Optional.of(Text.beginning(hosts, MOST));
    }

    /** The connector, which has accepted the address, may take characters behind the host that RFC 3986 does not have. */
    private static Optional<String> host(String url) {
        Matcher authority = AUTHORITY.matcher(url);
        try {
            return authority.lookingAt()
                    ? Optional.ofNullable(URI.create(authority.group(1)).getHost())
                    : Optional.empty();
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }
}
