/**
 * PostgreSQL stores for the driven ports, with transactions and migrations; the embedded PostgreSQL for an installation
 * without a server of its own; and the encryption of secrets at rest.
 *
 * <p>A launcher starts {@link dev.guildhall.persistence.embedded.PostgresProcess} or parses a {@link
 * dev.guildhall.persistence.config.DatabaseUrl}, reads the key with {@link dev.guildhall.persistence.secret.SecretKeyFile},
 * opens {@link dev.guildhall.persistence.Database} and wires {@link dev.guildhall.ports.storage.Stores}. An application
 * with a connection pool opens the database in a schema of its own.
 */
@NullMarked
package dev.guildhall.persistence;

import org.jspecify.annotations.NullMarked;
