/** Workflows: which step is next, what it is given, and what becomes of the whole (spec/3 task orchestration, contract 6). */
package dev.guildhall.core.workflow;
