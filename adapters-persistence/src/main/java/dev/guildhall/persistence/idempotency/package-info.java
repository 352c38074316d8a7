/** Idempotency keys in PostgreSQL. */
package dev.guildhall.persistence.idempotency;
