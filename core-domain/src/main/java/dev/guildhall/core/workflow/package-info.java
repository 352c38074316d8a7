/** Workflows: the order of steps, their inputs, and the result of the whole (tasks-29 to tasks-34). */
@NullMarked
package dev.guildhall.core.workflow;

import org.jspecify.annotations.NullMarked;
