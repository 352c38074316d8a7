/** Adapters that need only memory: the defaults of a core. Only {@code Core} uses this package. */
@NullMarked
package dev.guildhall.core.inmemory;

import org.jspecify.annotations.NullMarked;
