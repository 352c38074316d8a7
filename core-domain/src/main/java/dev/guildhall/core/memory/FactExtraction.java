package dev.guildhall.core.memory;

/** Who finds durable facts in what users say. */
public enum FactExtraction {
    /** Rules for sentences in the first person, with the answer. */
    RULES,
    /** A model, after the answer; rules where it fails. */
    MODEL,
    /** Nobody. */
    OFF
}
