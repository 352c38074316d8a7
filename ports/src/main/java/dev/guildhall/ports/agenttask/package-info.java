/**
 * Tasks of the agent service: steps that agents carry out in the order of their dependencies (spec/2 agent service,
 * contract 4).
 */
package dev.guildhall.ports.agenttask;
