/** Memories of agents (agents-15 to agents-20). */
package dev.guildhall.core.memory;
