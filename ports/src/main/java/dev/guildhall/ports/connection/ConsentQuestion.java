package dev.guildhall.ports.connection;

import java.net.URI;

/**
 * What a person must confirm before a connection is made in a browser that is not signed in as the user who began it
 * (tools-20): otherwise a stranger's consent could be brought into that user's account.
 *
 * @param account the address of the account, and the name of its active profile
 * @param integration the integration's name for people
 * @param redirectUri where the browser is sent afterwards
 */
public record ConsentQuestion(String account, String integration, URI redirectUri) {}
