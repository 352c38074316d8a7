package dev.guildhall.ports.oauth;

/** What a sign-in provider speaks. */
public enum ProviderKind {
    /** OpenID Connect: who signed in is told by a signed token. */
    OPENID_CONNECT("openid_connect"),
    /** Plain OAuth 2: who signed in is asked for at the provider's own interface. */
    OAUTH2("oauth2");

    private final String wireName;

    ProviderKind(String wireName) {
        this.wireName = wireName;
    }

    /** The name on the wire: {@code openid_connect}, {@code oauth2}. */
    public String wireName() {
        return wireName;
    }
}
