/** Bounded maps in memory. */
package dev.guildhall.core.cache;
