/**
 * The queue: tasks are submitted, nodes and external workers carry them out, and nodes recover the tasks of lost ones
 * (tasks-1 to tasks-28).
 */
@NullMarked
package dev.guildhall.core.task;

import org.jspecify.annotations.NullMarked;
