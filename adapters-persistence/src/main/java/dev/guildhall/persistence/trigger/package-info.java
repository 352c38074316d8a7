/** Triggers in PostgreSQL. */
@NullMarked
package dev.guildhall.persistence.trigger;

import org.jspecify.annotations.NullMarked;
