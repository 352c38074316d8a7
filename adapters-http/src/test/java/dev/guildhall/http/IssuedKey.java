package dev.guildhall.http;

/** An API key that a user has made for a test. */
public record IssuedKey(Client.Person owner, String id, String secret) {
    private static final String KEYS = "/api/v1/keys";

    public static IssuedKey of(Client.Person owner) {
        Client.Answer made = owner.client().post(KEYS, "{\"name\":\"for a client\"}");
        return new IssuedKey(owner, made.text("id"), made.text("key"));
    }

    /** The path to revoke it at. */
    public String path() {
        return KEYS + "/" + id;
    }

    public void revoke() {
        int status = owner.client().delete(path()).status();
        if (status != 204) {
            throw new AssertionError("status " + status);
        }
    }
}
