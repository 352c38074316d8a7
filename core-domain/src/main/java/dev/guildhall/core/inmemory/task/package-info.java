/** The task queue and workflows, in memory. */
@NullMarked
package dev.guildhall.core.inmemory.task;

import org.jspecify.annotations.NullMarked;
