package dev.guildhall.ports.oauth;

/** The protocol of a sign-in provider. */
public enum ProviderKind {
    /** OpenID Connect: a signed token identifies the user. */
    OPENID_CONNECT("openid_connect"),
    /** Plain OAuth 2: the server asks the provider's API for the identity of the user. */
    OAUTH2("oauth2");

    private final String wireName;

    ProviderKind(String wireName) {
        this.wireName = wireName;
    }

    /** The name in JSON: {@code openid_connect}, {@code oauth2}. */
    public String wireName() {
        return wireName;
    }
}
