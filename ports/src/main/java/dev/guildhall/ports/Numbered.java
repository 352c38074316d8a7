package dev.guildhall.ports;

/**
 * An event and its number.
 *
 * @param number 1 for the first event of a run or workflow, then one more for each
 * @param event what happened
 */
public record Numbered<E>(int number, E event) {}
