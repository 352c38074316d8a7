package dev.guildhall.core.completion;

import dev.guildhall.core.config.Fallbacks.Fallback;
import dev.guildhall.ports.completion.PassedRequest;
import dev.guildhall.ports.completion.PassedSink;
import java.util.List;

/**
 * A request that passes unchanged, and the providers that may answer it.
 *
 * @param candidates in the order in which they are asked; at least one
 */
record PassedAttempt(PassedRequest request, PassedSink sink, List<Fallback> candidates) {}
