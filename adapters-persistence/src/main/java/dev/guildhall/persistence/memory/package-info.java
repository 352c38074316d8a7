/** Memories and their embeddings in PostgreSQL. */
package dev.guildhall.persistence.memory;
