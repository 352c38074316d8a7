/** Finds the memories that answer a question, and orders them. */
@NullMarked
package dev.guildhall.core.memory.ranking;

import org.jspecify.annotations.NullMarked;
