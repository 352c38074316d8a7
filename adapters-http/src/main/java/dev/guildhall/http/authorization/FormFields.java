package dev.guildhall.http.authorization;

import com.nimbusds.oauth2.sdk.util.URLUtils;
import dev.guildhall.http.Exchange;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.session.ClientId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The fields of a form or a query. Each is sent once: of two values a program on the way might have checked the other
 * one (RFC 6749, 3.1 and 3.2).
 *
 * @param values by name; an empty value counts as absent
 */
public record FormFields(Map<String, List<String>> values) {
    private static final String RESOURCE = "resource";

    public static FormFields of(Exchange exchange) {
        return parse(exchange.form());
    }

    static FormFields parse(String encoded) {
        FormFields fields = new FormFields(URLUtils.parseParameters(encoded));
        fields.values.forEach((name, values) -> {
            if (values.size() > 1) {
                throw Refusal.invalid(name, "must be sent once");
            }
        });
        return fields;
    }

    /** A field that is sent and not empty. */
    public Optional<String> find(String name) {
        return values.getOrDefault(name, List.of()).stream()
                .filter(value -> !value.isEmpty())
                .findFirst();
    }

    /** @throws Refusal with {@code CommonProblem.Invalid} that names the field */
    public String require(String name) {
        return find(name).orElseThrow(() -> Refusal.invalid(name, "is required"));
    }

    ClientId clientId() {
        return new ClientId(require("client_id"));
    }

    Optional<String> resource() {
        return find(RESOURCE);
    }
}
