/** Triggers: addresses at which other systems start work. */
@NullMarked
package dev.guildhall.ports.trigger;

import org.jspecify.annotations.NullMarked;
