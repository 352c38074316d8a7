package dev.guildhall.ports.tool;

import dev.guildhall.ports.Page;

/**
 * A part of a list of tools.
 *
 * @param page that part
 * @param total how many there are in all parts
 */
public record ToolPage(Page<Tool> page, int total) {}
