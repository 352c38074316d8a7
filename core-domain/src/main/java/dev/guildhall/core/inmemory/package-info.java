/** Adapters that need only memory: the defaults of a core. Of the core only its wiring uses this package. */
@NullMarked
package dev.guildhall.core.inmemory;

import org.jspecify.annotations.NullMarked;
