package dev.guildhall.ports.tool;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.connection.IntegrationName;
import java.util.List;
import java.util.Optional;

/** Driven port: the integrations of an installation. */
public interface ToolEndpoints {
    /** All integrations of everybody, ordered by name; names are unique. */
    List<ToolEndpoint> all();

    /** Those that a user sees, ordered by name; names are unique. */
    default List<ToolEndpoint> of(UserId user) {
        return all();
    }

    /** The integration that a user sees under that name; empty when there is none. */
    default Optional<ToolEndpoint> find(UserId user, IntegrationName name) {
        return find(name);
    }

    /** The integration of everybody with that name; empty when there is none. */
    default Optional<ToolEndpoint> find(IntegrationName name) {
        return all().stream()
                .filter(endpoint -> endpoint.integration().name().equals(name))
                .findFirst();
    }
}
