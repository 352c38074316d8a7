/** The task queue in PostgreSQL. */
@NullMarked
package dev.guildhall.persistence.task;

import org.jspecify.annotations.NullMarked;
