/** Callable tools (tools-1 to tools-10). */
@NullMarked
package dev.guildhall.ports.tool;

import org.jspecify.annotations.NullMarked;
