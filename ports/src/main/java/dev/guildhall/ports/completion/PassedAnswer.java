package dev.guildhall.ports.completion;

import dev.guildhall.ports.usage.Usage;
import java.time.Duration;
import java.util.Optional;

/**
 * What the server reads of an answer that passed unchanged.
 *
 * @param usage the tokens; estimated where the provider reports none
 * @param audio the length of the sounds of the request; absent when the provider does not report it
 */
public record PassedAnswer(Usage usage, Optional<Duration> audio) {}
