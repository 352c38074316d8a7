/** Passes traces to monitoring. */
@NullMarked
package dev.guildhall.core.telemetry;

import org.jspecify.annotations.NullMarked;
