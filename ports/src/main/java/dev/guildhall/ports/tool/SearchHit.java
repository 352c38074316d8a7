package dev.guildhall.ports.tool;

/**
 * A tool that fits a query.
 *
 * @param tool which one
 * @param relevance 0 to 1, 1 for the best fit
 */
public record SearchHit(Tool tool, double relevance) {}
