/** Executes an operation once for each idempotency key (general-33). */
@NullMarked
package dev.guildhall.core.idempotency;

import org.jspecify.annotations.NullMarked;
