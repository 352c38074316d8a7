/** The registry of tools, connections, consents and executions in PostgreSQL. */
package dev.guildhall.persistence.tool;
