/** Prices of models, and budgets of accounts and API keys (contract 8, prices and budgets). */
package dev.guildhall.core.budget;
