/** Prices of models, and budgets of accounts and API keys (keys-10 to keys-13). */
@NullMarked
package dev.guildhall.core.budget;

import org.jspecify.annotations.NullMarked;
