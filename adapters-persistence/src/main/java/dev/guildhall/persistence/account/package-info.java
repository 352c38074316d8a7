/** Accounts, profiles, groups, sessions, identities, signing keys and the audit trail in PostgreSQL. */
@NullMarked
package dev.guildhall.persistence.account;

import org.jspecify.annotations.NullMarked;
