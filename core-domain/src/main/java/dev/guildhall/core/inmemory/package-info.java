/** Adapters that need only memory: the defaults of a core. Only {@code Core} uses this package. */
package dev.guildhall.core.inmemory;
