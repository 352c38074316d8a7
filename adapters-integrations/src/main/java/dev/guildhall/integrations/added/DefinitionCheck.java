package dev.guildhall.integrations.added;

import dev.guildhall.integrations.httptool.HeaderText;
import dev.guildhall.integrations.net.OutboundFailure;
import dev.guildhall.integrations.net.OutboundUrl;
import dev.guildhall.ports.AddressRange;
import dev.guildhall.ports.integration.IntegrationDefinition;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import okhttp3.HttpUrl;

/** Checks the addresses and the headers of an integration that a user adds. */
final class DefinitionCheck {
    private final IntegrationDefinition definition;
    private final boolean reachesInside;
    private final List<Violation> violations = new ArrayList<>();

    DefinitionCheck(IntegrationDefinition definition, boolean reachesInside) {
        this.definition = definition;
        this.reachesInside = reachesInside;
    }

    /** The address of an MCP server. */
    HttpUrl server() {
        Optional<HttpUrl> url = definition.url().flatMap(text -> address("url", text));
        headers();
        refuse();
        return url.orElseThrow();
    }

    /** The address of an API; empty when its document says it. */
    Optional<HttpUrl> api() {
        definition.url().ifPresent(text -> address("url", text));
        Optional<HttpUrl> base = definition.baseUrl().flatMap(text -> address("baseUrl", text));
        base.filter(url -> url.query() != null || url.fragment() != null)
                .ifPresent(_ -> violations.add(new Violation("baseUrl", "must not have a query or a fragment")));
        headers();
        refuse();
        return base;
    }

    /** The address of an API document; empty when the user sent it. */
    Optional<HttpUrl> document() {
        Optional<HttpUrl> url = definition.url().flatMap(text -> address("url", text));
        refuse();
        return url;
    }

    /** What a name resolves to is checked when the connection is made. */
    private Optional<HttpUrl> address(String field, String text) {
        HttpUrl url;
        try {
            url = OutboundUrl.parse(text);
        } catch (OutboundFailure malformed) {
            violations.add(new Violation(field, malformed.outcome().message().replaceFirst("^the address ", "")));
            return Optional.empty();
        }
        boolean isInside = url.host().equals("localhost")
                || url.host().endsWith(".localhost")
                || AddressRange.literal(url.host())
                        .filter(address -> !AddressRange.isPublic(address))
                        .isPresent();
        if (isInside && !reachesInside) {
            violations.add(new Violation(field, "must be a public address"));
            return Optional.empty();
        }
        return Optional.of(url);
    }

    private void headers() {
        Set<String> seen = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        definition.headers().forEach((name, value) -> {
            HeaderText.nameFault(name).ifPresent(fault -> violations.add(new Violation("headers." + name, fault)));
            if (!seen.add(name)) {
                violations.add(new Violation("headers." + name, "is listed twice"));
            }
            if (!HeaderText.isSendable(value)) {
                violations.add(new Violation(
                        "headers." + name, "must be one line of visible ASCII without spaces at its ends"));
            }
        });
    }

    private void refuse() {
        if (!violations.isEmpty()) {
            throw new Refusal(new CommonProblem.Invalid(violations));
        }
    }
}
