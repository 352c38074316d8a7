/** Agents that use tools, and their conversations (agents-1 to agents-14). */
@NullMarked
package dev.guildhall.ports.agent;

import org.jspecify.annotations.NullMarked;
