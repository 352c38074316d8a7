package dev.guildhall.http.agent;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.http.Client;
import java.util.ArrayList;
import java.util.List;

/** Requests to the agent service; apostrophes stand for quotation marks and {@code ME} for the caller. */
public final class AgentRequests {
    private AgentRequests() {}

    static Client.Answer get(Client.Person person, String path) {
        return person.client().get("/agent/api" + path.replaceAll("\\bME\\b", person.userId()));
    }

    public static Client.Answer post(Client.Person person, String path, String body) {
        return send(person, "POST", path, body);
    }

    static Client.Answer send(Client.Person person, String method, String path, String body) {
        String sent = body.replace('\'', '"').replaceAll("\\bME\\b", person.userId());
        return person.client().send(method, "/agent/api" + path.replaceAll("\\bME\\b", person.userId()), sent);
    }

    /** Stores a memory about the caller, and returns its identifier. */
    static String remember(Client.Person person, String fields) {
        Client.Answer answer = post(person, "/memory", "{'userId':'ME'," + fields + "}");
        if (answer.status() != 201) {
            throw new AssertionError(answer.body());
        }
        return answer.text("id");
    }

    /** The contents of a list of memories. */
    static List<String> contents(Client.Answer answer) {
        List<String> contents = new ArrayList<>();
        for (JsonNode memory : answer.json().get("memories")) {
            contents.add(memory.get("content").asText());
        }
        return contents;
    }
}
