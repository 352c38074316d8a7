/** Schedules: work that the server starts at set times. */
@NullMarked
package dev.guildhall.ports.schedule;

import org.jspecify.annotations.NullMarked;
