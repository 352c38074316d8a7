/** Agents that use tools, and their conversations (agents-1 to agents-14). */
package dev.guildhall.ports.agent;
