package dev.guildhall.ports.run;

/**
 * An event of a run and its number.
 *
 * @param number 1 for the first of the run, then one more for each
 * @param event what happened
 */
public record NumberedEvent(int number, RunEvent event) {}
