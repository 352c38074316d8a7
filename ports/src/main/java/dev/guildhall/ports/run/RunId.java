package dev.guildhall.ports.run;

import dev.guildhall.ports.Id;

/**
 * Identifies one test run, {@code run_…}.
 *
 * @param value as {@link Id#value()}
 */
public record RunId(String value) implements Id {
    public RunId {
        Id.require("runId", value);
    }
}
