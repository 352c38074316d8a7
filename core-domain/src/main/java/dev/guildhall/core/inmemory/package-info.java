/** Adapters that need nothing but memory: the defaults of a core. Only {@code Core} names this package. */
package dev.guildhall.core.inmemory;
