/** Use cases of accounts and sessions (accounts-1 to accounts-23). */
@NullMarked
package dev.guildhall.core.account;

import org.jspecify.annotations.NullMarked;
