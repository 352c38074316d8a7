package dev.guildhall.integrations.oauth;

/** The addresses of GitHub: for browsers and tokens, which is also the issuer, and for the user's account. */
public record GitHubAddresses(String web, String api) {
    /** github.com. */
    public static final GitHubAddresses PUBLIC = new GitHubAddresses("https://github.com", "https://api.github.com");

    /** A GitHub Enterprise Server, whose API is below its own address. */
    public static GitHubAddresses server(String address) {
        String base = address.endsWith("/") ? address.substring(0, address.length() - 1) : address;
        return new GitHubAddresses(base, base + "/api/v3");
    }
}
