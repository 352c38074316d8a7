/** Accounts, their profiles and their sessions (accounts-1 to accounts-35). */
@NullMarked
package dev.guildhall.ports.account;

import org.jspecify.annotations.NullMarked;
