package dev.guildhall.integrations.otlp;

import java.net.URI;
import java.util.Map;

/**
 * The receiver of spans.
 *
 * @param endpoint the whole address for traces, http or https
 * @param headers sent with each request; may contain secrets
 * @param resource the attributes that describe the service, including {@code service.name}
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
