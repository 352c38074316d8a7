/** Tasks of the agent service: planned, executed step by step by the workflow engine, offered as tools. */
@NullMarked
package dev.guildhall.core.agenttask;

import org.jspecify.annotations.NullMarked;
