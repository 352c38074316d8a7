/** Accounts, profiles, groups, sessions, identities, signing keys and the audit trail in PostgreSQL. */
package dev.guildhall.persistence.account;
