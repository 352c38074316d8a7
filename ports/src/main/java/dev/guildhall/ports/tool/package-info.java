/** Callable tools (spec/1 tool registry, contract 2). */
package dev.guildhall.ports.tool;
