/** Prices of models, and budgets of accounts and API keys (keys-10 to keys-13). */
package dev.guildhall.core.budget;
