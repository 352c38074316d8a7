package dev.guildhall.ports.knowledge;

/**
 * A passage that a search has found.
 *
 * @param passage the passage
 * @param name the name of its document
 * @param score 0 to 1; only the scores of one search can be compared
 */
public record PassageHit(Passage passage, String name, double score) {}
