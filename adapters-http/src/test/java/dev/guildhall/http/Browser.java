package dev.guildhall.http;

import java.util.concurrent.atomic.AtomicInteger;

/** A user who has signed in with a browser: sends the cookie of the session, and no token. */
public record Browser(Client client, String userId, String email, String key) {
    public static final String COOKIE = "guildhall_session";
    public static final String PASSWORD = "correct horse battery";

    private static final AtomicInteger STRANGERS = new AtomicInteger();

    public static Browser stranger(Client client) {
        String email = "browser" + STRANGERS.incrementAndGet() + "@example.org";
        return of(client, email, client.post("/api/session/register", credentials(email)));
    }

    public static Browser of(Client client, String email, Client.Answer opened) {
        String key = keyOf(opened);
        return new Browser(client.with("Cookie", COOKIE + "=" + key), opened.text("userId"), email, key);
    }

    /** The session's key in a response's cookie. */
    public static String keyOf(Client.Answer opened) {
        return opened.headers().allValues("Set-Cookie").stream()
                .filter(cookie -> cookie.startsWith(COOKIE + "="))
                .map(cookie -> cookie.substring(COOKIE.length() + 1, cookie.indexOf(';')))
                .findFirst()
                .orElse("");
    }

    public static String credentials(String email) {
        return "{\"email\":\"" + email + "\",\"password\":\"" + PASSWORD + "\"}";
    }

    public Client.Answer get(String path) {
        return client.get(own(path));
    }

    /** Apostrophes stand for quotation marks, and {@code ME} for the user. */
    public Client.Answer send(String method, String path, String body) {
        return client.send(method, own(path), own(body.replace('\'', '"')));
    }

    /** As a word alone: a state or a key may have these letters. */
    private String own(String text) {
        return text.replaceAll("\\bME\\b", userId);
    }

    public Client.Answer post(String path, String body) {
        return send("POST", path, body);
    }

    public Client.Answer delete(String path) {
        return client.delete(path);
    }
}
