/** Use cases of accounts and sessions (accounts-1 to accounts-23). */
package dev.guildhall.core.account;
