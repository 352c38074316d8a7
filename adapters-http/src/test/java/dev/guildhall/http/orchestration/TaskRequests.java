package dev.guildhall.http.orchestration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Client;

/** Requests to task orchestration; apostrophes stand for quotation marks. */
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
        return client.delete(API + path);
    }

    /** Submits a task and returns its identifier. */
    public static String submitted(Client client, String body) {
        Client.Answer answer = post(client, "/tasks", body);
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return answer.text("id");
    }

    /** The task when it has ended; the wait is longer than the client's time-out, so it must end with the task. */
    public static Client.Answer ended(Client client, String id) {
        Client.Answer answer = get(client, "/tasks/" + id + "?wait=60");
        assertThat(answer.text("status")).as(answer.body()).isIn("completed", "failed", "cancelled");
        return answer;
    }

    /** Claims the next task of a type that the server does not execute, which may still wait between two attempts. */
    static JsonNode taken(Client client, String type) {
        return post(client, "/workers/poll", "{'types':['" + type + "'],'waitSeconds':60}")
                .json()
                .at("/tasks/0");
    }

    /** Claims a task of a type that the server does not execute. */
    public static Client.Answer poll(Client client, String type) {
        return post(client, "/workers/poll", "{'types':['" + type + "'],'max':100}");
    }
}
