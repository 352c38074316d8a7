/** Assistants: who makes, changes and uses them. */
@NullMarked
package dev.guildhall.core.assistant;

import org.jspecify.annotations.NullMarked;
