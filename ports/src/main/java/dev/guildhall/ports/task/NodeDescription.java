package dev.guildhall.ports.task;

import java.time.Instant;
import java.util.List;

/**
 * What a node is, for administrators.
 *
 * @param startedAt when the process started
 * @param version of the program
 * @param services the names of the services that it runs
 */
public record NodeDescription(Instant startedAt, String version, List<String> services) {
    public NodeDescription {
        services = List.copyOf(services);
    }
}
