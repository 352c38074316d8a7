package dev.guildhall.core.config;

/** How durable facts are found in the messages of users. */
public enum FactExtraction {
    /** By rules for sentences in the first person, together with the answer. */
    RULES,
    /** By a model, after the answer; by rules when it fails. */
    MODEL,
    /** Not at all. */
    OFF
}
