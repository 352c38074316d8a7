package dev.guildhall.ports.connection;

import dev.guildhall.ports.problem.Refusal;
import java.net.URI;

/**
 * Driven port: the OAuth 2.0 provider of one integration, as its client. Blocks but for the first method, within bounds of
 * time and size; never called inside a transaction. Thread-safe.
 */
public interface ConsentGateway {
    /** Where the browser is to go. Does not block. */
    URI authorizationUrl(ConsentRequest request);

    /**
     * Exchanges a code for what was granted.
     *
     * @throws Refusal with {@code ToolProblem.ConsentRefused} when the provider does not take the code, with
     *     {@code ToolProblem.IntegrationUnavailable} when it cannot be reached or its answer makes no sense
     */
    Grant exchange(ConsentCode code);

    /**
     * Gets a new access token. A provider may hand out a new refresh token with it; when it does not, the old one is in
     * the answer.
     *
     * @param expired what was granted before
     * @throws Refusal as {@link #exchange}; refused means that only the user can help, by connecting again
     */
    Grant refresh(Credential.OAuthTokens expired);

    /**
     * Tells the provider that the tokens are not needed any more, where it can be told (RFC 7009).
     *
     * @throws Refusal with {@code ToolProblem.IntegrationUnavailable} when it could not be told
     */
    void revoke(Credential.OAuthTokens tokens);
}
