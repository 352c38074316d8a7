/** Assistants in PostgreSQL. */
@NullMarked
package dev.guildhall.persistence.assistant;

import org.jspecify.annotations.NullMarked;
