/** Accounts, their profiles and their sessions (accounts-1 to accounts-35). */
package dev.guildhall.ports.account;
