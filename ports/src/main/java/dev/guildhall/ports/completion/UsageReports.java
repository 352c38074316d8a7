package dev.guildhall.ports.completion;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;

/** Driving port: what callers used of models (spec/2, {@code GET /api/usage}). Blocks. Thread-safe. */
public interface UsageReports {
    /** The number of days of a report by default. */
    int DEFAULT_DAYS = 30;

    /** The most days of a report. */
    int MOST_DAYS = 90;

    /**
     * What the caller used in the last days, including today in UTC and every request that has ended on this node.
     *
     * @param days 1 to {@value #MOST_DAYS}
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Unauthenticated}, or
     *     {@code CommonProblem.Invalid} naming {@code days}
     */
    UsageReport report(Caller caller, int days);

    /**
     * The caller's own requests, newest first, for the retention period.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Unauthenticated}
     */
    Page<UsageEntry> requests(Caller caller, PageRequest page);
}
