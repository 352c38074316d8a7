package dev.guildhall.core.memory;

import java.util.Optional;

/**
 * A durable fact that a user has stated about himself or herself, with an importance of 0 to 1.
 *
 * @param topic the topic, when it has only one fact at a time, such as the user's home; absent when several may hold
 */
record StatedFact(String content, double importance, Optional<String> topic) {}
