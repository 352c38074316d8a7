/**
 * What Guildhall keeps: the stores of the driven ports in PostgreSQL, their transactions and migrations, the embedded
 * PostgreSQL for an installation that brings none, and what guards secrets at rest.
 *
 * <p>A launcher starts with {@link dev.guildhall.persistence.embedded.PostgresProcess} or a
 * {@link dev.guildhall.persistence.db.DatabaseUrl}, reads the key with {@link dev.guildhall.persistence.secret.SecretKeyFile}, opens
 * {@link dev.guildhall.persistence.Database} and wires {@link dev.guildhall.ports.storage.Stores}.
 */
package dev.guildhall.persistence;
