/** Tasks in a durable queue, and the agents that carry them out (spec/3 task orchestration, contract 6). */
package dev.guildhall.ports.task;
