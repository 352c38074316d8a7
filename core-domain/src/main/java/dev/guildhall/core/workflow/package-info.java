/** Workflows: the order of steps, their inputs, and the result of the whole (spec/3 task orchestration, contract 6). */
package dev.guildhall.core.workflow;
