package dev.guildhall.ports.usage;

import java.util.Currency;
import java.util.List;

/**
 * What all users used of models.
 *
 * @param rows the sums, those with the highest costs first, then those with the most requests
 * @param currency of all costs
 */
public record AllUsage(List<UsageRow> rows, Currency currency) {
    public AllUsage {
        rows = List.copyOf(rows);
    }
}
