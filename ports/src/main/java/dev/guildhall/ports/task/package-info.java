/** Tasks in a durable queue, and the agents that carry them out (tasks-1 to tasks-28). */
@NullMarked
package dev.guildhall.ports.task;

import org.jspecify.annotations.NullMarked;
