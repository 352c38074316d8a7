/** Schedules: due times, and the work that they start. */
@NullMarked
package dev.guildhall.core.schedule;

import org.jspecify.annotations.NullMarked;
