/** Schedules over HTTP, and the bodies of the work that they start. */
@NullMarked
package dev.guildhall.http.schedule;

import org.jspecify.annotations.NullMarked;
