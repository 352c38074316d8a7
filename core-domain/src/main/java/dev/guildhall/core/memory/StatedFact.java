package dev.guildhall.core.memory;

import java.util.Optional;

/**
 * Something durable that a user has said about himself or herself.
 *
 * @param content the user's own sentence
 * @param importance 0 to 1
 * @param topic what only one thing holds about at a time, such as where the user lives; absent where several may hold
 */
record StatedFact(String content, double importance, Optional<String> topic) {}
