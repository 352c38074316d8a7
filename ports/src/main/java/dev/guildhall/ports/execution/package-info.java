/** Executions of tools (spec/1, contract 2). */
package dev.guildhall.ports.execution;
