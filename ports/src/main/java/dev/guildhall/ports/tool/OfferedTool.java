package dev.guildhall.ports.tool;

/**
 * A tool that an integration offers.
 *
 * @param effect what a call of it does
 */
public record OfferedTool(Tool tool, ToolEffect effect) {}
