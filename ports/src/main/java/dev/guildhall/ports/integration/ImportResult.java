package dev.guildhall.ports.integration;

import dev.guildhall.ports.problem.Violation;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The result of the imports of an integration's tools, by any node.
 *
 * @param importedAt when an import succeeded first since the integration was added, or got another server or document; absent
 *     when none has. The tools of that import need no approval (tools-22).
 * @param checkedAt when the last attempt ended; absent before the first one
 * @param error why that failed, in one sentence; absent when it succeeded
 * @param tools how many tools it had at the last success
 * @param leftOut declared tools that cannot be used, by their names, with the reasons; of the last success
 */
public record ImportResult(
        Optional<Instant> importedAt,
        Optional<Instant> checkedAt,
        Optional<String> error,
        int tools,
        List<Violation> leftOut) {
    /** Before the first attempt. */
    public static final ImportResult NONE =
            new ImportResult(Optional.empty(), Optional.empty(), Optional.empty(), 0, List.of());

    public ImportResult {
        leftOut = List.copyOf(leftOut);
    }

    /** After an import that succeeded. */
    public ImportResult succeeded(Instant at, int found, List<Violation> without) {
        return new ImportResult(
                importedAt.or(() -> Optional.of(at)), Optional.of(at), Optional.empty(), found, without);
    }

    /** After a server has asked for a sign-in instead of listing its tools. */
    public ImportResult asked(Instant at) {
        return new ImportResult(importedAt, Optional.of(at), Optional.empty(), tools, leftOut);
    }

    /** After an import that failed. */
    public ImportResult failed(Instant at, String reason) {
        return new ImportResult(importedAt, Optional.of(at), Optional.of(reason), tools, leftOut);
    }
}
