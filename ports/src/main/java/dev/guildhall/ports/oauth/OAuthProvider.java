package dev.guildhall.ports.oauth;

import java.net.URI;

/** Driven port: one sign-in provider. Never called inside a transaction. */
public interface OAuthProvider {
    /** What a sign-in page shows about the provider. Does not block. */
    ProviderDetails details();

    /**
     * The address for the browser. Blocks: the adapter may have to ask the provider for its endpoint.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code AccountProblem.ProviderUnavailable}, or
     *     {@code CommonProblem.Cancelled} when the thread was interrupted
     */
    URI authorizationUrl(AuthorizationRequest request);

    /**
     * Exchanges a code for the identity that it was issued for. Blocks, with limits of time and size.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code AccountProblem.CodeRefused} when the provider refuses the
     *     code or its response belongs to another sign-in, with {@code AccountProblem.ProviderUnavailable} when it
     *     cannot be reached or its response is not trustworthy, with {@code CommonProblem.Cancelled} when the thread
     *     was interrupted
     */
    ExternalIdentity exchange(CodeExchange exchange);
}
