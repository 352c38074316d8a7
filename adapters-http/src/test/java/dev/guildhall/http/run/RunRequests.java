package dev.guildhall.http.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Client;

/** Requests to the test-run service; apostrophes stand for quotation marks. */
public final class RunRequests {
    static final String API = "/api/v1";

    private RunRequests() {}

    public static Client.Answer post(Client client, String path, String body) {
        return client.post(API + path, body.replace('\'', '"'));
    }

    static Client.Answer get(Client client, String path) {
        return client.get(API + path);
    }

    public static Client.Answer put(Client client, String path) {
        return client.send("PUT", API + path);
    }

    static Client.Answer delete(Client client, String path) {
        return client.delete(API + path);
    }

    static String body(String suite) {
        return "{'suite':'" + suite + "','target':'http://localhost:3000/'}";
    }

    /** Starts a run and returns its identifier. */
    static String started(Client client, String suite) {
        Client.Answer answer = post(client, "/runs", body(suite));
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return answer.text("runId");
    }

    /** A run of a suite that ends by itself, after its end. */
    public static String ended(Client client, String suite) {
        return awaitEnd(client, started(client, suite));
    }

    /** Waits for the end of a run, which its events end with. */
    static String awaitEnd(Client client, String id) {
        get(client, "/runs/" + id + "/events");
        assertThat(get(client, "/runs/" + id).text("status")).isIn("completed", "failed", "cancelled");
        return id;
    }

    /** The newest run, after its end. */
    public static String newest(Client client) {
        JsonNode run = get(client, "/runs?limit=1").json().at("/runs/0");
        String id = run.get("runId").asText();
        return run.get("completedAt").isNull() ? awaitEnd(client, id) : id;
    }

    /** The token of links to a run's files. */
    public static String token(Client client, String id) {
        return post(client, "/runs/" + id + "/links", "")
                .json()
                .at("/artifacts/0/url")
                .asText()
                .replaceFirst(".*/signed/([^/]*)/.*", "$1");
    }
}
