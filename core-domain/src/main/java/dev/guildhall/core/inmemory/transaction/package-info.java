/** Transactions of the in-memory stores. */
package dev.guildhall.core.inmemory.transaction;
