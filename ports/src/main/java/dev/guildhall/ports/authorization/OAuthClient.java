package dev.guildhall.ports.authorization;

import dev.guildhall.ports.Text;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.session.ClientId;
import java.util.List;

/**
 * A program that asks users to let it act for them. It has no secret: anyone can claim its identifier, so only its
 * redirect addresses and PKCE identify it.
 *
 * @param id its identifier
 * @param name as it calls itself, 1 to 100 characters; nothing was verified
 * @param redirects where its users may be sent back to, 1 to {@value #MOST_REDIRECTS}
 */
public record OAuthClient(ClientId id, String name, List<ClientRedirect> redirects) {
    /** How many addresses a client may have. */
    public static final int MOST_REDIRECTS = 20;

    private static final int MAX_NAME = 100;

    public OAuthClient {
        name = Text.requireName("client_name", name, 1, MAX_NAME);
        redirects = List.copyOf(redirects);
        if (redirects.isEmpty() || redirects.size() > MOST_REDIRECTS) {
            throw Refusal.invalid("redirect_uris", "must be 1 to " + MOST_REDIRECTS + " addresses");
        }
    }
}
