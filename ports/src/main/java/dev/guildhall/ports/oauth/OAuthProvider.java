package dev.guildhall.ports.oauth;

import java.net.URI;

/** Driven port: one sign-in provider. Never called inside a transaction. Thread-safe. */
public interface OAuthProvider {
    /** What a sign-in page shows of it. Does not block. */
    ProviderDetails details();

    /**
     * Where the browser is to go. Blocks: the provider may have to be asked where that is.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code AccountProblem.ProviderUnavailable}, or
     *     {@code CommonProblem.Cancelled} when the thread was interrupted
     */
    URI authorizationUrl(AuthorizationRequest request);

    /**
     * Exchanges a code for who it was handed to. Blocks, within bounds of time and size.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code AccountProblem.CodeRefused} when the provider does not take
     *     the code or its answer belongs to another sign-in, with {@code AccountProblem.ProviderUnavailable} when it cannot
     *     be reached or its answer cannot be trusted, with {@code CommonProblem.Cancelled} when the thread was interrupted
     */
    ExternalIdentity exchange(CodeExchange exchange);
}
