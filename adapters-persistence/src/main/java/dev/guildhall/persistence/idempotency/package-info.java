/** Idempotency keys in PostgreSQL. */
@NullMarked
package dev.guildhall.persistence.idempotency;

import org.jspecify.annotations.NullMarked;
