package dev.guildhall.ports.agent;

import dev.guildhall.ports.tool.ToolSpec;

/**
 * A tool as a user of the agent sees it.
 *
 * @param spec what it is
 * @param enabled whether the agent may use it for this user
 */
public record AgentTool(ToolSpec spec, boolean enabled) {}
