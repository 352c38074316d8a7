package dev.guildhall.core.completion;

import dev.guildhall.core.config.CompletionLimits;
import dev.guildhall.core.time.Threads;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.RateLimiter;
import dev.guildhall.ports.SecretSource;
import dev.guildhall.ports.Ticker;
import java.time.InstantSource;
import java.util.Set;

/**
 * The parts of the completion service.
 *
 * @param mediaHosts inner hosts of pictures that messages may name
 */
public record CompletionParts(
        InstantSource clock,
        Ticker ticker,
        Threads threads,
        IdSource ids,
        SecretSource secrets,
        RateLimiter rates,
        ModelDirectory models,
        Set<String> mediaHosts,
        CompletionLimits limits) {}
