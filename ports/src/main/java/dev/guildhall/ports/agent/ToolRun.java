package dev.guildhall.ports.agent;

import dev.guildhall.ports.tool.ToolOutcome;
import java.time.Duration;

/**
 * The result of a tool that a user ran directly (agents-21).
 *
 * @param outcome how it ended
 * @param duration how long the run took
 */
public record ToolRun(ToolOutcome outcome, Duration duration) {}
