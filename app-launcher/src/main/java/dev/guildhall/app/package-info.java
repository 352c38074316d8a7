/** Reads the configuration, wires the adapters to the core by hand, prints, starts, stops. */
package dev.guildhall.app;
