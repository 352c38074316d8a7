package dev.guildhall.integrations.httptool;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import okhttp3.HttpUrl;

/**
 * An HTTP API and its tools.
 *
 * @param base the prefix of all paths; without a query
 * @param headers sent with every request, by name
 * @param secretHeaders the names of those headers whose values are secret
 * @param credential the position of a user's credential
 * @param actions the tools, names unique
 */
public record HttpApi(
        HttpUrl base,
        Map<String, String> headers,
        Set<String> secretHeaders,
        CredentialPlace credential,
        List<HttpAction> actions) {
    public HttpApi {
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
        secretHeaders = Set.copyOf(secretHeaders);
        actions = List.copyOf(actions);
    }

    @Override
    public String toString() {
        return "HttpApi[" + base + ", " + actions.size() + " actions]";
    }
}
