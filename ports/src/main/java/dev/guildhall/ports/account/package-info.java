/** Accounts, their profiles and their sign-ins (spec/1, contract 1). */
package dev.guildhall.ports.account;
