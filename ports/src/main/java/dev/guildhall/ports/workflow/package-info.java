/** Steps that depend on each other, each with a task (spec/3 task orchestration, contract 6). */
package dev.guildhall.ports.workflow;
