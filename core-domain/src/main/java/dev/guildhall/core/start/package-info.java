/** Starts work by itself, with the rights that its owner has at that time. */
@NullMarked
package dev.guildhall.core.start;

import org.jspecify.annotations.NullMarked;
