package dev.guildhall.ports.connection;

import dev.guildhall.ports.problem.Refusal;

/**
 * Driven port: a client of the OAuth 2.0 provider of one integration. All methods may block, with limits of time and
 * size; never called inside a transaction.
 */
public interface ConsentGateway {
    /**
     * The address for the browser. Blocks when the provider has to be discovered first.
     *
     * @throws Refusal with {@code ToolProblem.IntegrationUnavailable} when the provider cannot be discovered, or cannot
     *     be used
     */
    BegunConsent begin(ConsentRequest request);

    /**
     * Exchanges a code for tokens.
     *
     * @throws Refusal with {@code ToolProblem.ConsentRefused} when the provider refuses the code, with
     *     {@code ToolProblem.IntegrationUnavailable} when it cannot be reached or its response is malformed
     */
    Grant exchange(ConsentCode code);

    /**
     * Gets a new access token. The provider may issue a new refresh token with it; when it does not, the result has the
     * old one.
     *
     * @param expired the tokens that were granted before
     * @throws Refusal as {@link #exchange}; {@code ConsentRefused} means that the user has to connect again
     */
    Grant refresh(Credential.OAuthTokens expired);

    /**
     * Revokes the tokens at the provider, when it supports that (RFC 7009).
     *
     * @throws Refusal with {@code ToolProblem.IntegrationUnavailable} when the provider could not be reached
     */
    void revoke(Credential.OAuthTokens tokens);
}
