/** Accounts, their profiles and their sessions (spec/1, contract 1). */
package dev.guildhall.ports.account;
