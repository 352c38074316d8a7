/** Conversations and the agent's data in PostgreSQL. */
package dev.guildhall.persistence.agent;
