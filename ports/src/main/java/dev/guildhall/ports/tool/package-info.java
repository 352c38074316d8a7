/** Callable tools (tools-1 to tools-10). */
package dev.guildhall.ports.tool;
