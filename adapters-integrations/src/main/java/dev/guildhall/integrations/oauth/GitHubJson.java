package dev.guildhall.integrations.oauth;

import org.jspecify.annotations.Nullable;

/** The JSON responses of GitHub. */
final class GitHubJson {
    private GitHubJson() {}

    /** Tokens, or an error: both come with status 200. */
    record TokenJson(@Nullable String accessToken, @Nullable String error) {
        @Override
        public String toString() {
            return "TokenJson[…]";
        }
    }

    /** An account; the number never changes, the login may. */
    record UserJson(
            long id, @Nullable String login, @Nullable String name) {}

    /** An email address of an account. */
    record EmailJson(@Nullable String email, boolean primary, boolean verified) {}
}
