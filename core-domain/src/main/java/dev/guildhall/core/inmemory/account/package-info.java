/** Accounts and their data, in memory. */
@NullMarked
package dev.guildhall.core.inmemory.account;

import org.jspecify.annotations.NullMarked;
