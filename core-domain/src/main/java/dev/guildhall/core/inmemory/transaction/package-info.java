/** Transactions of the in-memory stores. */
@NullMarked
package dev.guildhall.core.inmemory.transaction;

import org.jspecify.annotations.NullMarked;
