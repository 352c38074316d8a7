package dev.guildhall.core.completion;

import dev.guildhall.ports.CallOrigin;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.completion.Sampling;
import dev.guildhall.ports.telemetry.TracedModelCall;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * The facts of a request to a model that its usage, its budgets and its trace need.
 *
 * @param provider the first that is asked
 * @param model what usage and prices call the first model that is asked
 * @param models those that may answer and cost something, by the same names
 * @param promptTokens estimates the tokens of the request, for a provider that reports none
 * @param isListed whether a model of that name may be the label of a metric
 */
record MeteredRequest(
        Caller.User caller,
        TracedModelCall.Operation operation,
        Optional<CallOrigin> origin,
        Sampling sampling,
        String provider,
        String model,
        List<String> models,
        LongSupplier promptTokens,
        Predicate<String> isListed) {}
