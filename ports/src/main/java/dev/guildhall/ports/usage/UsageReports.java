package dev.guildhall.ports.usage;

import dev.guildhall.ports.AssistantId;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;

/** Driving port: what callers used of models (models-15). Blocks. */
public interface UsageReports {
    /** The number of days of a report by default. */
    int DEFAULT_DAYS = 30;

    /** The most days of a report. */
    int MOST_DAYS = 90;

    /** The most rows of a report about all users. */
    int MOST_ROWS = 200;

    /** The most versions of a report about an assistant. */
    int MOST_VERSIONS = 100;

    /**
     * What the caller used in the last days, including today in UTC and every request that has ended on this node.
     *
     * @param days 1 to {@value #MOST_DAYS}
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Unauthenticated}, or
     *     {@code CommonProblem.Invalid} naming {@code days}
     */
    UsageReport report(Caller caller, int days);

    /**
     * What all users used in the last days, for admins (keys-17).
     *
     * @param days 1 to {@value #MOST_DAYS}, including today in UTC
     * @param by what each row is a sum of; at most {@value #MOST_ROWS} rows are returned
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Unauthenticated},
     *     {@code CommonProblem.Forbidden} when the caller has not the role {@code admin}, or
     *     {@code CommonProblem.Invalid} naming {@code days}
     */
    AllUsage all(Caller caller, int days, UsageGrouping by);

    /**
     * What the answers of an assistant used in the last days, for all its users together, including today in UTC and every
     * request that has ended on this node (assistants-9). It does not say who used it.
     *
     * @param days 1 to {@value #MOST_DAYS}
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Unauthenticated};
     *     {@code CommonProblem.Invalid} naming {@code days}; {@code CommonProblem.NotFound} for an assistant that the caller
     *     does not see; {@code CommonProblem.Forbidden} for a caller who reads it and is not its owner
     */
    AssistantUsageReport ofAssistant(Caller caller, AssistantId id, int days);

    /**
     * The caller's own requests, newest first, for the retention period.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Unauthenticated}
     */
    Page<UsageEntry> requests(Caller caller, PageRequest page);
}
