/** Executions of tools (tools-11 to tools-15). */
package dev.guildhall.ports.execution;
