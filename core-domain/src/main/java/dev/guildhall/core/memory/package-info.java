/** Memories of agents (contract 4). */
package dev.guildhall.core.memory;
