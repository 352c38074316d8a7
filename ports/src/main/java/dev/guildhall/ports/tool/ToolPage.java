package dev.guildhall.ports.tool;

import dev.guildhall.ports.Page;
import dev.guildhall.ports.Total;

/**
 * A part of a list of tools.
 *
 * @param page the part
 * @param total the number of tools in the whole list
 */
public record ToolPage(Page<Tool> page, Total total) {}
