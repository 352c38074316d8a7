package dev.guildhall.core.memory;

import java.util.Optional;

/**
 * A durable fact that a user has stated about himself or herself, with an importance of 0 to 1.
 *
 * @param topic the topic, when it has only one fact at a time, such as the user's home, or whether the user likes a thing;
 *     absent when several may hold
 * @param ended what of the topic does not hold any more, such as a former home: only facts that contain it are superseded;
 *     absent when the fact supersedes all of its topic
 */
record StatedFact(String content, double importance, Optional<String> topic, Optional<String> ended) {}
