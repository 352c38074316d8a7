package dev.guildhall.core.completion;

import dev.guildhall.core.config.CompletionLimits;
import dev.guildhall.core.config.Fallbacks;
import dev.guildhall.core.config.Prices;
import dev.guildhall.core.time.Threads;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.RateLimiter;
import dev.guildhall.ports.SecretSource;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.completion.ChatModel;
import java.time.InstantSource;
import java.util.Set;

/**
 * The parts of the completion service; the fallbacks are asked after the first model.
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
        ChatModel model,
        Fallbacks fallbacks,
        Prices prices,
        Set<String> mediaHosts,
        CompletionLimits limits) {}
