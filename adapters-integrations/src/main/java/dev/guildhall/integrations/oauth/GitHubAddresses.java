package dev.guildhall.integrations.oauth;

/**
 * Where GitHub is.
 *
 * @param web for browsers and tokens, and who vouches for its identities
 * @param api for who signed in
 */
public record GitHubAddresses(String web, String api) {
    /** github.com. */
    public static final GitHubAddresses PUBLIC = new GitHubAddresses("https://github.com", "https://api.github.com");

    /** A GitHub Enterprise Server, whose interface stands below its own address. */
    public static GitHubAddresses server(String address) {
        String base = address.endsWith("/") ? address.substring(0, address.length() - 1) : address;
        return new GitHubAddresses(base, base + "/api/v3");
    }
}
