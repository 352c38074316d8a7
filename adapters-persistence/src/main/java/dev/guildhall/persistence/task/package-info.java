/** The queue of tasks in PostgreSQL. */
package dev.guildhall.persistence.task;
