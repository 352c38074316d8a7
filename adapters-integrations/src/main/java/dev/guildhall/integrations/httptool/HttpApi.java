package dev.guildhall.integrations.httptool;

import dev.guildhall.ports.problem.Violation;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import okhttp3.HttpUrl;

/**
 * An HTTP API and its tools. The base is the prefix of all paths and has no query; the secret headers are among the
 * headers. Tools that cannot be used are left out, with the reasons.
 */
public record HttpApi(
        HttpUrl base,
        Map<String, String> headers,
        Set<String> secretHeaders,
        CredentialPlace credential,
        List<HttpAction> actions,
        List<Violation> leftOut) {
    public HttpApi {
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
        secretHeaders = Set.copyOf(secretHeaders);
        actions = List.copyOf(actions);
        leftOut = List.copyOf(leftOut);
    }

    @Override
    public String toString() {
        return "HttpApi[" + base + ", " + actions.size() + " actions]";
    }
}
