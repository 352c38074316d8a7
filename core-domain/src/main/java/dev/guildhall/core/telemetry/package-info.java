/** Passes traces to monitoring. */
package dev.guildhall.core.telemetry;
