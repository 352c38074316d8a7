package dev.guildhall.core.completion;

import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.RateLimiter;
import dev.guildhall.ports.SecretSource;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.completion.ChatModel;
import java.time.InstantSource;

/**
 * The parts of the completion service.
 *
 * @param clock the clock
 * @param ticker waits between two attempts
 * @param ids creates identifiers of usage entries
 * @param secrets randomises waits
 * @param rates counts tokens
 * @param model the first model
 * @param fallbacks the models that are asked after it
 * @param limits all limits
 */
public record CompletionParts(
        InstantSource clock,
        Ticker ticker,
        IdSource ids,
        SecretSource secrets,
        RateLimiter rates,
        ChatModel model,
        Fallbacks fallbacks,
        CompletionLimits limits) {}
