/** Tells those who watch how answers came to be. */
package dev.guildhall.core.telemetry;
