/** Conversations and the agent's data in PostgreSQL. */
@NullMarked
package dev.guildhall.persistence.agent;

import org.jspecify.annotations.NullMarked;
