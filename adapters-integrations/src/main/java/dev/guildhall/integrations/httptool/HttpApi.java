package dev.guildhall.integrations.httptool;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import okhttp3.HttpUrl;

/**
 * An API over HTTP, and the tools that it is good for.
 *
 * @param base what all paths are appended to; without a query
 * @param headers sent with every request, by name
 * @param secretHeaders the names of those headers whose values nobody may see
 * @param credential where a user's credential goes
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
