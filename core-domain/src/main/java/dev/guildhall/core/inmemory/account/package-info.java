/** Accounts and their data, in memory. */
package dev.guildhall.core.inmemory.account;
