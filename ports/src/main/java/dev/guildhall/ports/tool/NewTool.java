package dev.guildhall.ports.tool;

import java.util.Optional;

/**
 * A tool that somebody registers.
 *
 * @param definition what it is
 * @param visibility who is to see it; absent means everybody for an admin's tool and nobody else for another's
 */
public record NewTool(ToolDefinition definition, Optional<Visibility> visibility) {}
