/** Agents and conversations in PostgreSQL. */
package dev.guildhall.persistence.agent;
