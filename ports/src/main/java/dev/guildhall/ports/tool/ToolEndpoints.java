package dev.guildhall.ports.tool;

import dev.guildhall.ports.connection.IntegrationName;
import java.util.List;
import java.util.Optional;

/** Driven port: the integrations of an installation. Does not block. */
public interface ToolEndpoints {
    /** All integrations, ordered by name; names are unique. Does not change while the process runs. */
    List<ToolEndpoint> all();

    /** The integration of that name; empty when there is none. */
    default Optional<ToolEndpoint> find(IntegrationName name) {
        return all().stream()
                .filter(endpoint -> endpoint.integration().name().equals(name))
                .findFirst();
    }
}
