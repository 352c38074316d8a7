/** Nodes of the queue in processes of their own, and the outcome of tasks when such processes are killed. */
package dev.guildhall.app.queue;
