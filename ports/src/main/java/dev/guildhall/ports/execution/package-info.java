/** Executions of tools (tools-11 to tools-15). */
@NullMarked
package dev.guildhall.ports.execution;

import org.jspecify.annotations.NullMarked;
