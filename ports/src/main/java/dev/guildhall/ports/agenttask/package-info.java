/**
 * Tasks of the agent service: steps that agents carry out in the order of their dependencies (agents-22 to agents-25).
 */
@NullMarked
package dev.guildhall.ports.agenttask;

import org.jspecify.annotations.NullMarked;
