/** Bounded maps in memory. */
@NullMarked
package dev.guildhall.core.cache;

import org.jspecify.annotations.NullMarked;
