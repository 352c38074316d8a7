package dev.guildhall.ports.usage;

/** What the rows of a report of all usage are sums of. */
public enum UsageGrouping {
    /** A row for each user. */
    USER,
    /** A row for each group with API keys: what they were used for. */
    GROUP,
    /** A row for each API key; use without a key is left out. */
    KEY,
    /** A row for each model. */
    MODEL,
    /** A row for each day with use. */
    DAY
}
