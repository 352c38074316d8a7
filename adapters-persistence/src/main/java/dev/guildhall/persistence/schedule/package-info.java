/** Schedules in PostgreSQL. */
@NullMarked
package dev.guildhall.persistence.schedule;

import org.jspecify.annotations.NullMarked;
