package dev.guildhall.core.workflow;

import dev.guildhall.ports.IdempotencyStore;
import dev.guildhall.ports.Transactions;
import dev.guildhall.ports.task.TaskStore;
import dev.guildhall.ports.workflow.WorkflowStore;

/**
 * Where workflows are kept. The stores take part in the same transactions.
 *
 * @param workflows workflows and their steps
 * @param tasks the tasks of the steps
 * @param idempotency requests that are to happen once
 * @param transactions makes writes of several stores one
 */
public record WorkflowStores(
        WorkflowStore workflows, TaskStore tasks, IdempotencyStore idempotency, Transactions transactions) {}
