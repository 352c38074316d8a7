/** Workflows in PostgreSQL. */
package dev.guildhall.persistence.workflow;
