package dev.guildhall.integrations.httptool;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import okhttp3.HttpUrl;

/**
 * An HTTP API and its tools. The base is the prefix of all paths and has no query; the secret headers are among the
 * headers.
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
