/** Memories and their embeddings in PostgreSQL. */
@NullMarked
package dev.guildhall.persistence.memory;

import org.jspecify.annotations.NullMarked;
