package dev.guildhall.ports.tool;

/**
 * A tool that matches a query.
 *
 * @param tool the tool
 * @param relevance 0 to 1, 1 for the best match
 */
public record SearchHit(Tool tool, double relevance) {}
