package dev.guildhall.http.orchestration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Client;
import java.net.http.HttpRequest;

/** Requests to the task orchestration, with apostrophes for quotation marks. */
public final class TaskRequests {
    static final String API = "/api/v1";
    public static final String TASKS = API + "/tasks";

    private TaskRequests() {}

    public static Client.Answer post(Client client, String path, String body) {
        return client.post(API + path, body.replace('\'', '"'));
    }

    public static Client.Answer get(Client client, String path) {
        return client.get(API + path);
    }

    public static Client.Answer delete(Client client, String path) {
        return client.send("DELETE", API + path, HttpRequest.BodyPublishers.noBody());
    }

    /** Puts a task into the queue and answers its identifier. */
    public static String submitted(Client client, String body) {
        Client.Answer answer = post(client, "/tasks", body);
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return answer.text("id");
    }

    /** The task when it has ended; the wait is longer than a client is patient, so it has to end with the task. */
    public static Client.Answer ended(Client client, String id) {
        Client.Answer answer = get(client, "/tasks/" + id + "?wait=60");
        assertThat(answer.text("status")).as(answer.body()).isIn("completed", "failed", "cancelled");
        return answer;
    }

    /** Takes the next task of a kind that nobody here carries out, which may still wait between two attempts. */
    static JsonNode taken(Client client, String type) {
        return post(client, "/workers/poll", "{'types':['" + type + "'],'waitSeconds':60}")
                .json()
                .at("/tasks/0");
    }

    /** Takes a task of a kind that nobody here carries out. */
    public static Client.Answer poll(Client client, String type) {
        return post(client, "/workers/poll", "{'types':['" + type + "'],'max':100}");
    }
}
