/** Triggers: calls of other systems that start work. */
@NullMarked
package dev.guildhall.core.trigger;

import org.jspecify.annotations.NullMarked;
