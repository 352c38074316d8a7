package dev.guildhall.http.tool;

import dev.guildhall.http.Client;

/** What the tests of the tool registry ask for. */
public final class ToolRequests {
    public static final String TOOLS = "/api/v1/tools";
    static final String INTEGRATIONS = "/api/v1/integrations";
    static final String FORECAST = """
        {"name":"weather.forecast","description":"Tells the weather of the coming days","version":"1.0.0",
         "parameters":{"place":{"type":"string","required":true,"description":"A town"},
                       "days":{"type":"integer","default":3},
                       "units":{"type":"string","enum":["metric","imperial"]},
                       "hours":{"type":"array","items":"integer"}},
         "integration":"weather","requiredScopes":["forecast:read"]}\
        """;

    private ToolRequests() {}

    /** Registers a tool and answers its identifier. */
    static String registered(Client client, String tool) {
        return client.post(TOOLS, tool).text("id");
    }

    /** The identifier of a tool that all users see. */
    public static String idOf(Client client, String name) {
        return client.get(TOOLS + "?q=" + name).json().at("/tools/0/id").asText();
    }

    static Client.Answer delete(Client client, String path) {
        return client.delete(path);
    }

    public static Client.Answer execute(Client client, String toolId, String body) {
        return client.post(TOOLS + "/" + toolId + "/execute", body);
    }
}
