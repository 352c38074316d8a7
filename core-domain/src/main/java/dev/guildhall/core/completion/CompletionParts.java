package dev.guildhall.core.completion;

import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.RateGate;
import dev.guildhall.ports.SecretSource;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.completion.ChatModel;
import java.time.InstantSource;

/**
 * What language models are made available with.
 *
 * @param clock tells the time
 * @param ticker waits between two tries
 * @param ids names entries of usage
 * @param secrets makes waits differ
 * @param rates counts tokens
 * @param model who is asked
 * @param fallbacks who is asked then
 * @param limits all bounds
 */
public record CompletionParts(
        InstantSource clock,
        Ticker ticker,
        IdSource ids,
        SecretSource secrets,
        RateGate rates,
        ChatModel model,
        Fallbacks fallbacks,
        CompletionLimits limits) {}
