/** Workflows: the order of steps, their inputs, and the result of the whole (tasks-29 to tasks-34). */
package dev.guildhall.core.workflow;
