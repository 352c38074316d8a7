/** Memories of agents (agents-15 to agents-20). */
@NullMarked
package dev.guildhall.core.memory;

import org.jspecify.annotations.NullMarked;
