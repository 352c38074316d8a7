/** The task queue and workflows, in memory. */
package dev.guildhall.core.inmemory.task;
