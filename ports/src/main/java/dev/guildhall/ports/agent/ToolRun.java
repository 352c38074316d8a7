package dev.guildhall.ports.agent;

import dev.guildhall.ports.tool.ToolOutcome;
import java.time.Duration;

/**
 * A tool that somebody ran directly (spec/2, {@code POST /api/tools/execute}).
 *
 * @param outcome how it ended
 * @param duration how long that took
 */
public record ToolRun(ToolOutcome outcome, Duration duration) {}
