/** Use cases of accounts and sessions (spec/1, contract 1). */
package dev.guildhall.core.account;
