/** Accounts and what belongs to them, in memory. */
package dev.guildhall.core.inmemory.account;
