package dev.guildhall.ports.model;

import java.time.Duration;
import java.util.Optional;

/**
 * What a deployment answered to a short question.
 *
 * @param took how long it took
 * @param error why there was no answer, without a secret; absent when there was one
 */
public record ModelTest(Duration took, Optional<String> error) {}
