package dev.guildhall.integrations.otlp;

import java.net.URI;
import java.util.Map;

/** The receiver of spans; its headers may contain secrets, and its resource describes the service. */
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
