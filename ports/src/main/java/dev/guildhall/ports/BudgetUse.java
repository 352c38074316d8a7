package dev.guildhall.ports;

import java.math.BigDecimal;
import java.time.Instant;

/**
 * What was used of a {@link Budget} in its present period.
 *
 * @param used in the currency of the budget, 0 or more; more than its amount when requests were running as it was
 *     reached
 * @param renewsAt when the next period begins
 */
public record BudgetUse(BigDecimal used, Instant renewsAt) {}
