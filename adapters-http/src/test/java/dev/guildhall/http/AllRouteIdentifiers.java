package dev.guildhall.http;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The identifiers in the requests to every route of every service. Add a new route here. */
public final class AllRouteIdentifiers {
    private static final String ACCOUNT = "/api/v1";
    private static final String COMPLETION = "/completion";
    private static final String AGENT = "/agent";
    private static final String ORCHESTRATION = "/api/v1";
    private static final String RUNS = "/api/v1";
    private static final String AGENT_V0_1 = "/agent-v0.1";

    private AllRouteIdentifiers() {}

    public static List<RouteIdentifiers> all() {
        List<RouteIdentifiers> all = new ArrayList<>();
        all.addAll(sessions());
        all.addAll(oauth());
        all.addAll(profiles());
        all.addAll(groups());
        all.addAll(tools());
        all.addAll(completion());
        List<RouteIdentifiers> agent =
                Stream.concat(agent().stream(), memory().stream()).toList();
        all.addAll(agent);
        all.addAll(agent.stream()
                .map(identifiers -> identifiers.at(AGENT, AGENT_V0_1))
                .toList());
        all.addAll(agentTasks());
        all.addAll(tasks());
        all.addAll(workflows());
        all.addAll(runs());
        all.addAll(suites());
        all.addAll(mcp());
        all.addAll(system());
        return all;
    }

    private static List<RouteIdentifiers> sessions() {
        return List.of(
                RouteIdentifiers.none("POST " + ACCOUNT + "/auth/register"),
                RouteIdentifiers.none("POST " + ACCOUNT + "/auth/login"),
                RouteIdentifiers.none("POST " + ACCOUNT + "/auth/token/refresh"),
                RouteIdentifiers.none("POST " + ACCOUNT + "/auth/logout"),
                RouteIdentifiers.none("GET " + ACCOUNT + "/auth/session"),
                RouteIdentifiers.none("GET " + ACCOUNT + "/auth/sessions"),
                RouteIdentifiers.of("DELETE " + ACCOUNT + "/auth/sessions/{sessionId}", 204)
                        .with("sessionId", IdentifierKind.SESSION),
                RouteIdentifiers.none("POST " + ACCOUNT + "/auth/password"),
                RouteIdentifiers.none("GET " + ACCOUNT + "/auth/audit"),
                RouteIdentifiers.none("GET " + ACCOUNT + "/auth/keys"),
                RouteIdentifiers.none("POST " + ACCOUNT + "/auth/keys/rotate"),
                RouteIdentifiers.none("DELETE " + ACCOUNT + "/auth/account"));
    }

    private static List<RouteIdentifiers> oauth() {
        String grant =
                "{'provider':'<provider>','code':'<caller>@second.example','redirectUri':'https://app.example/'}";
        return List.of(
                RouteIdentifiers.none("GET " + ACCOUNT + "/auth/oauth/providers"),
                RouteIdentifiers.of("GET " + ACCOUNT + "/auth/oauth/{provider}/authorize", 200)
                        .query("?redirectUri=https://app.example/")
                        .with("provider", IdentifierKind.PROVIDER),
                RouteIdentifiers.of("POST " + ACCOUNT + "/auth/login/oauth", 200)
                        .body(grant)
                        .with("provider", IdentifierKind.PROVIDER),
                RouteIdentifiers.none("GET " + ACCOUNT + "/auth/identities"),
                RouteIdentifiers.of("POST " + ACCOUNT + "/auth/identities", 201)
                        .body(grant.replace("}", ",'state':'<state>'}"))
                        .with("provider", IdentifierKind.PROVIDER),
                RouteIdentifiers.of("DELETE " + ACCOUNT + "/auth/identities/{identityId}", 204)
                        .with("identityId", IdentifierKind.IDENTITY));
    }

    private static List<RouteIdentifiers> profiles() {
        return List.of(
                RouteIdentifiers.none("GET " + ACCOUNT + "/profiles"),
                RouteIdentifiers.none("POST " + ACCOUNT + "/profiles"),
                RouteIdentifiers.of("PATCH " + ACCOUNT + "/profiles/{profileId}", 200)
                        .body("{'displayName':'Mine'}")
                        .with("profileId", IdentifierKind.PROFILE),
                RouteIdentifiers.of("PUT " + ACCOUNT + "/profiles/{profileId}/activate", 200)
                        .with("profileId", IdentifierKind.PROFILE));
    }

    private static List<RouteIdentifiers> groups() {
        return List.of(
                RouteIdentifiers.none("GET " + ACCOUNT + "/groups"),
                RouteIdentifiers.none("POST " + ACCOUNT + "/groups"),
                RouteIdentifiers.of("DELETE " + ACCOUNT + "/groups/{groupId}", 204)
                        .with("groupId", IdentifierKind.GROUP),
                RouteIdentifiers.of("GET " + ACCOUNT + "/groups/{groupId}/members", 200)
                        .with("groupId", IdentifierKind.GROUP),
                RouteIdentifiers.of("POST " + ACCOUNT + "/groups/{groupId}/members", 201)
                        .body("{'profileId':'<profileId>'}")
                        .with("groupId", IdentifierKind.GROUP)
                        .with("profileId", IdentifierKind.GUEST),
                RouteIdentifiers.of("PATCH " + ACCOUNT + "/groups/{groupId}/members/{profileId}", 200)
                        .body("{'role':'admin'}")
                        .with("groupId", IdentifierKind.GROUP)
                        .with("profileId", IdentifierKind.MEMBER),
                RouteIdentifiers.of("DELETE " + ACCOUNT + "/groups/{groupId}/members/{profileId}", 204)
                        .with("groupId", IdentifierKind.GROUP)
                        .with("profileId", IdentifierKind.MEMBER));
    }

    private static List<RouteIdentifiers> tools() {
        String tool = ACCOUNT + "/tools/{toolId}";
        return List.of(
                RouteIdentifiers.none("POST " + ACCOUNT + "/tools"),
                RouteIdentifiers.none("GET " + ACCOUNT + "/tools"),
                RouteIdentifiers.none("POST " + ACCOUNT + "/tools/search"),
                RouteIdentifiers.of("GET " + tool, 200).with("toolId", IdentifierKind.TOOL),
                RouteIdentifiers.of("DELETE " + tool, 204).with("toolId", IdentifierKind.TOOL),
                RouteIdentifiers.of("POST " + tool + "/approve", 403).with("toolId", IdentifierKind.TOOL),
                RouteIdentifiers.of("GET " + tool + "/queries", 200).with("toolId", IdentifierKind.TOOL),
                RouteIdentifiers.of("DELETE " + tool + "/queries", 204).with("toolId", IdentifierKind.TOOL),
                RouteIdentifiers.of("POST " + tool + "/execute", 400).body("{}").with("toolId", IdentifierKind.TOOL),
                RouteIdentifiers.of("GET " + tool + "/executions", 200).with("toolId", IdentifierKind.TOOL),
                RouteIdentifiers.none("GET " + ACCOUNT + "/integrations"),
                RouteIdentifiers.of("POST " + ACCOUNT + "/integrations/{name}/connect", 200)
                        .body("{'redirectUri':'https://app.example/','apiKey':'k'}")
                        .with("name", IdentifierKind.INTEGRATION),
                RouteIdentifiers.of("GET " + ACCOUNT + "/integrations/{name}/callback", 422)
                        .query("?state=unknown")
                        .with("name", IdentifierKind.INTEGRATION),
                RouteIdentifiers.of("DELETE " + ACCOUNT + "/integrations/{name}/disconnect", 204)
                        .with("name", IdentifierKind.INTEGRATION));
    }

    private static List<RouteIdentifiers> completion() {
        return List.of(
                RouteIdentifiers.none("POST " + COMPLETION + "/api/chat"),
                RouteIdentifiers.none("POST " + COMPLETION + "/api/complete"),
                RouteIdentifiers.none("GET " + COMPLETION + "/api/models"),
                RouteIdentifiers.none("GET " + COMPLETION + "/api/usage"),
                RouteIdentifiers.none("GET " + COMPLETION + "/api/usage/requests"),
                RouteIdentifiers.none("POST " + COMPLETION + "/v1/chat/completions"),
                RouteIdentifiers.none("GET " + COMPLETION + "/v1/models"),
                RouteIdentifiers.of("GET " + COMPLETION + "/v1/models/{model}", 200)
                        .with("model", IdentifierKind.MODEL),
                RouteIdentifiers.none("POST " + COMPLETION + "/v1/embeddings"));
    }

    private static List<RouteIdentifiers> agent() {
        return List.of(
                RouteIdentifiers.of("POST " + AGENT + "/api/chat", 200)
                        .body("{'userId':'<userId>','chatId':'<chatId>','messages':[{'role':'user','content':'hi'}]}")
                        .with("userId", IdentifierKind.USER)
                        .with("chatId", IdentifierKind.CHAT),
                RouteIdentifiers.of("GET " + AGENT + "/api/chat/{chatId}", 200)
                        .query("?userId=<userId>")
                        .with("chatId", IdentifierKind.CHAT)
                        .with("userId", IdentifierKind.USER),
                RouteIdentifiers.of("DELETE " + AGENT + "/api/chat/{chatId}", 204)
                        .query("?userId=<userId>")
                        .with("chatId", IdentifierKind.CHAT)
                        .with("userId", IdentifierKind.USER),
                RouteIdentifiers.of("GET " + AGENT + "/api/chat/{chatId}/trace", 200)
                        .query("?userId=<userId>")
                        .with("chatId", IdentifierKind.CHAT)
                        .with("userId", IdentifierKind.USER),
                RouteIdentifiers.none("GET " + AGENT + "/api/models"),
                RouteIdentifiers.none("GET " + AGENT + "/api/tools"),
                RouteIdentifiers.of("GET " + AGENT + "/api/tools/{toolName}", 200)
                        .with("toolName", IdentifierKind.AGENT_TOOL),
                RouteIdentifiers.of("PATCH " + AGENT + "/api/tools/{toolName}", 200)
                        .body("{'enabled':true}")
                        .with("toolName", IdentifierKind.AGENT_TOOL),
                RouteIdentifiers.of("POST " + AGENT + "/api/tools/execute", 200)
                        .body("{'toolName':'<toolName>','parameters':{'by':3},'userId':'<userId>'}")
                        .with("toolName", IdentifierKind.AGENT_TOOL)
                        .with("userId", IdentifierKind.USER));
    }

    private static List<RouteIdentifiers> memory() {
        String memories = AGENT + "/api/memory/{userId}";
        return List.of(
                RouteIdentifiers.of("POST " + AGENT + "/api/memory", 201)
                        .body("{'userId':'<userId>','type':'long_term','content':'Drinks tea.'}")
                        .with("userId", IdentifierKind.USER),
                RouteIdentifiers.of("GET " + memories, 200).with("userId", IdentifierKind.USER),
                RouteIdentifiers.of("POST " + memories + "/search", 200)
                        .body("{'query':'tea'}")
                        .with("userId", IdentifierKind.USER),
                RouteIdentifiers.of("GET " + memories + "/summary", 200).with("userId", IdentifierKind.USER),
                RouteIdentifiers.of("DELETE " + memories + "/conversation/{chatId}", 200)
                        .with("userId", IdentifierKind.USER)
                        .with("chatId", IdentifierKind.CONVERSATION),
                RouteIdentifiers.of("PATCH " + AGENT + "/api/memory/item/{memoryId}", 200)
                        .body("{'content':'Drinks coffee.'}")
                        .with("memoryId", IdentifierKind.MEMORY),
                RouteIdentifiers.of("DELETE " + AGENT + "/api/memory/item/{memoryId}", 204)
                        .with("memoryId", IdentifierKind.MEMORY));
    }

    /** Mode v0.1 has none of these routes. */
    private static List<RouteIdentifiers> agentTasks() {
        String task = AGENT + "/api/tasks/{taskId}";
        return List.of(
                RouteIdentifiers.of("POST " + AGENT + "/api/tasks", 201)
                        .body("{'userId':'<userId>','title':'Think','steps':[{'title':'Once'}]}")
                        .with("userId", IdentifierKind.USER),
                RouteIdentifiers.of("GET " + AGENT + "/api/tasks", 200)
                        .query("?userId=<userId>")
                        .with("userId", IdentifierKind.USER),
                RouteIdentifiers.of("GET " + task, 200).with("taskId", IdentifierKind.AGENT_TASK),
                RouteIdentifiers.of("POST " + task + "/execute", 202).with("taskId", IdentifierKind.AGENT_TASK),
                RouteIdentifiers.of("DELETE " + task, 200).with("taskId", IdentifierKind.AGENT_TASK));
    }

    private static List<RouteIdentifiers> tasks() {
        String task = ORCHESTRATION + "/tasks/{taskId}";
        return List.of(
                RouteIdentifiers.none("POST " + ORCHESTRATION + "/tasks"),
                RouteIdentifiers.none("GET " + ORCHESTRATION + "/tasks"),
                RouteIdentifiers.of("GET " + task, 200).with("taskId", IdentifierKind.TASK),
                RouteIdentifiers.of("DELETE " + task, 200).with("taskId", IdentifierKind.TASK),
                RouteIdentifiers.of("GET " + task + "/events", 200).with("taskId", IdentifierKind.ENDED_TASK),
                RouteIdentifiers.none("POST " + ORCHESTRATION + "/workers/poll"),
                RouteIdentifiers.of("POST " + task + "/heartbeat", 409)
                        .body("{'leaseId':'lease_unknown'}")
                        .with("taskId", IdentifierKind.TASK),
                RouteIdentifiers.of("POST " + task + "/complete", 409)
                        .body("{'leaseId':'lease_unknown'}")
                        .with("taskId", IdentifierKind.TASK),
                RouteIdentifiers.of("POST " + task + "/fail", 409)
                        .body("{'leaseId':'lease_unknown','error':{'code':'X','message':'y'}}")
                        .with("taskId", IdentifierKind.TASK),
                RouteIdentifiers.none("GET " + ORCHESTRATION + "/agents"),
                RouteIdentifiers.of("GET " + ORCHESTRATION + "/agents/{agentId}", 200)
                        .with("agentId", IdentifierKind.TASK_AGENT),
                RouteIdentifiers.of("DELETE " + ORCHESTRATION + "/agents/{agentId}", 200)
                        .with("agentId", IdentifierKind.TASK_AGENT));
    }

    private static List<RouteIdentifiers> workflows() {
        String workflow = ORCHESTRATION + "/workflows/{workflowId}";
        return List.of(
                RouteIdentifiers.none("POST " + ORCHESTRATION + "/workflows"),
                RouteIdentifiers.none("GET " + ORCHESTRATION + "/workflows"),
                RouteIdentifiers.of("GET " + workflow, 200).with("workflowId", IdentifierKind.WORKFLOW),
                RouteIdentifiers.of("DELETE " + workflow, 200).with("workflowId", IdentifierKind.WORKFLOW));
    }

    private static List<RouteIdentifiers> runs() {
        String run = RUNS + "/runs/{runId}";
        String approve = run + "/screenshots/approve";
        return List.of(
                RouteIdentifiers.of("POST " + RUNS + "/runs", 201)
                        .body("{'suite':'<suite>','target':'http://localhost/'}")
                        .with("suite", IdentifierKind.SUITE),
                RouteIdentifiers.none("GET " + RUNS + "/runs"),
                RouteIdentifiers.of("GET " + run, 200).with("runId", IdentifierKind.RUN),
                RouteIdentifiers.of("DELETE " + run, 409).with("runId", IdentifierKind.RUN),
                RouteIdentifiers.of("POST " + run + "/rerun", 201).with("runId", IdentifierKind.RUN),
                RouteIdentifiers.of("GET " + run + "/events", 200).with("runId", IdentifierKind.RUN),
                RouteIdentifiers.of("GET " + run + "/screenshots", 200).with("runId", IdentifierKind.RUN),
                RouteIdentifiers.of("PUT " + run + "/screenshots/{name}/approve", 200)
                        .with("runId", IdentifierKind.RUN)
                        .with("name", IdentifierKind.SCREENSHOT),
                RouteIdentifiers.of("POST " + approve, 200)
                        .body("{'names':['home.png']}")
                        .with("runId", IdentifierKind.RUN),
                RouteIdentifiers.of("GET " + run + "/images/{sha256}", 200)
                        .with("runId", IdentifierKind.RUN)
                        .with("sha256", IdentifierKind.IMAGE),
                RouteIdentifiers.of("GET " + run + "/artifacts", 200).with("runId", IdentifierKind.RUN),
                RouteIdentifiers.of("GET " + run + "/artifacts/{name...}", 200)
                        .with("runId", IdentifierKind.RUN)
                        .with("name", IdentifierKind.ARTIFACT),
                RouteIdentifiers.of("POST " + run + "/links", 200).with("runId", IdentifierKind.RUN),
                RouteIdentifiers.of("GET " + run + "/signed/{token}/images/{sha256}", 200)
                        .with("runId", IdentifierKind.RUN)
                        .with("token", IdentifierKind.SIGNATURE)
                        .with("sha256", IdentifierKind.IMAGE),
                RouteIdentifiers.of("GET " + run + "/signed/{token}/artifacts/{name...}", 200)
                        .with("runId", IdentifierKind.RUN)
                        .with("token", IdentifierKind.SIGNATURE)
                        .with("name", IdentifierKind.ARTIFACT));
    }

    private static List<RouteIdentifiers> suites() {
        String suite = RUNS + "/suites/{name}";
        return List.of(
                RouteIdentifiers.none("GET " + RUNS + "/suites"),
                RouteIdentifiers.of("GET " + suite, 200).with("name", IdentifierKind.SUITE),
                RouteIdentifiers.of("GET " + suite + "/tests", 200).with("name", IdentifierKind.SUITE),
                RouteIdentifiers.of("GET " + suite + "/baselines", 200).with("name", IdentifierKind.SUITE),
                RouteIdentifiers.of("POST " + suite + "/baselines/restore", 200)
                        .body("{'browser':'chromium','name':'home.png','sha256':'<sha256>'}")
                        .with("name", IdentifierKind.SUITE)
                        .with("sha256", IdentifierKind.IMAGE),
                RouteIdentifiers.of("GET " + suite + "/images/{sha256}", 200)
                        .with("name", IdentifierKind.SUITE)
                        .with("sha256", IdentifierKind.IMAGE));
    }

    /**
     * Names of tools are looked up only among the caller's tools, in a body of another protocol: McpToolsTest tests
     * that.
     */
    private static List<RouteIdentifiers> mcp() {
        return List.of(RouteIdentifiers.none("POST /mcp"));
    }

    private static List<RouteIdentifiers> system() {
        return Stream.of(
                        "/health/live",
                        "/health/ready",
                        "/metrics",
                        "/.well-known/jwks.json",
                        "/openapi/account.json",
                        "/openapi/tools.json",
                        "/openapi/completion.json",
                        "/openapi/agent.json",
                        "/openapi/chat.json",
                        "/openapi/runs.json",
                        "/openapi/orchestration.json",
                        "/docs",
                        "/docs/docs.js",
                        "/docs/swagger-ui.css",
                        "/docs/swagger-ui-bundle.js",
                        "/docs/swagger-ui-standalone-preset.js",
                        "/docs/favicon.png")
                .map(path -> RouteIdentifiers.none("GET " + path))
                .toList();
    }
}
