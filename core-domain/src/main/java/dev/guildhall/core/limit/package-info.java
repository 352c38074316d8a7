/** Bounds on how much runs at once. */
@NullMarked
package dev.guildhall.core.limit;

import org.jspecify.annotations.NullMarked;
