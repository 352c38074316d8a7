package dev.guildhall.integrations.otlp;

import java.net.URI;
import java.util.Map;

/**
 * Where spans go.
 *
 * @param endpoint the whole address for traces, http or https
 * @param headers sent with each request; may hold secrets
 * @param resource what says of which service the spans are, {@code service.name} among it
 */
public record OtlpOptions(URI endpoint, Map<String, String> headers, Map<String, String> resource) {
    public OtlpOptions {
        headers = Map.copyOf(headers);
        resource = Map.copyOf(resource);
    }

    @Override
    public String toString() {
        return "OtlpOptions[" + endpoint + ", " + resource + "]";
    }
}
