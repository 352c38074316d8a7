/** The task queue in PostgreSQL. */
package dev.guildhall.persistence.task;
