package dev.guildhall.http.account;

import dev.guildhall.http.Client;

/** Requests of the tests about groups and their members. */
public final class GroupRequests {
    static final String GROUPS = "/api/v1/groups";
    public static final String TIMESTAMP = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z";

    private GroupRequests() {}

    static String group(Client.Person owner) {
        return owner.client().post(GROUPS, "{\"name\":\"Analysts\"}").text("id");
    }

    static String profile(Client.Person person) {
        return person.tokens().get("profileId").asText();
    }

    static String members(String group) {
        return GROUPS + "/" + group + "/members";
    }

    static Client.Answer add(Client.Person by, String group, Client.Person whom, String role) {
        return by.client().post(members(group), "{\"profileId\":\"" + profile(whom) + "\",\"role\":\"" + role + "\"}");
    }

    static Client.Answer patch(Client.Person by, String group, String whom, String body) {
        return by.client().send("PATCH", members(group) + "/" + whom, body);
    }

    static Client.Answer delete(Client.Person by, String path) {
        return by.client().delete(path);
    }
}
