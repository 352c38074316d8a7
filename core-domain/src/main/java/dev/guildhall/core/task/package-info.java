/**
 * The queue: tasks are submitted, nodes and external workers carry them out, and nodes recover the tasks of lost ones
 * (contract 6).
 */
package dev.guildhall.core.task;
