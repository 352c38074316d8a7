/** Steps that depend on each other, each with a task (tasks-29 to tasks-34). */
@NullMarked
package dev.guildhall.ports.workflow;

import org.jspecify.annotations.NullMarked;
