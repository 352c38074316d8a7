package dev.guildhall.http;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** For every route of every service what the identifiers in its requests name. A new route is entered here. */
public final class Namings {
    private static final String ACCOUNT = "/api/v1";
    private static final String COMPLETION = "/completion";
    private static final String AGENT = "/agent";
    private static final String ORCHESTRATION = "/api/v1";
    private static final String RUNS = "/api/v1";
    private static final String AGENT_V0_1 = "/agent-v0.1";

    private Namings() {}

    public static List<Naming> all() {
        List<Naming> all = new ArrayList<>();
        all.addAll(sessions());
        all.addAll(oauth());
        all.addAll(profiles());
        all.addAll(groups());
        all.addAll(tools());
        all.addAll(completion());
        List<Naming> agent = Stream.concat(agent().stream(), memory().stream()).toList();
        all.addAll(agent);
        all.addAll(agent.stream().map(naming -> naming.at(AGENT, AGENT_V0_1)).toList());
        all.addAll(agentTasks());
        all.addAll(tasks());
        all.addAll(workflows());
        all.addAll(runs());
        all.addAll(suites());
        all.addAll(mcp());
        all.addAll(system());
        return all;
    }

    private static List<Naming> sessions() {
        return List.of(
                Naming.none("POST " + ACCOUNT + "/auth/register"),
                Naming.none("POST " + ACCOUNT + "/auth/login"),
                Naming.none("POST " + ACCOUNT + "/auth/token/refresh"),
                Naming.none("POST " + ACCOUNT + "/auth/logout"),
                Naming.none("GET " + ACCOUNT + "/auth/session"),
                Naming.none("GET " + ACCOUNT + "/auth/sessions"),
                Naming.of("DELETE " + ACCOUNT + "/auth/sessions/{sessionId}", 204)
                        .with("sessionId", Thing.SESSION),
                Naming.none("POST " + ACCOUNT + "/auth/password"),
                Naming.none("GET " + ACCOUNT + "/auth/audit"),
                Naming.none("GET " + ACCOUNT + "/auth/keys"),
                Naming.none("POST " + ACCOUNT + "/auth/keys/rotate"),
                Naming.none("DELETE " + ACCOUNT + "/auth/account"));
    }

    private static List<Naming> oauth() {
        String grant =
                "{'provider':'<provider>','code':'<caller>@second.example','redirectUri':'https://app.example/'}";
        return List.of(
                Naming.none("GET " + ACCOUNT + "/auth/oauth/providers"),
                Naming.of("GET " + ACCOUNT + "/auth/oauth/{provider}/authorize", 200)
                        .query("?redirectUri=https://app.example/")
                        .with("provider", Thing.PROVIDER),
                Naming.of("POST " + ACCOUNT + "/auth/login/oauth", 200)
                        .body(grant)
                        .with("provider", Thing.PROVIDER),
                Naming.none("GET " + ACCOUNT + "/auth/identities"),
                Naming.of("POST " + ACCOUNT + "/auth/identities", 201)
                        .body(grant.replace("}", ",'state':'<state>'}"))
                        .with("provider", Thing.PROVIDER),
                Naming.of("DELETE " + ACCOUNT + "/auth/identities/{identityId}", 204)
                        .with("identityId", Thing.IDENTITY));
    }

    private static List<Naming> profiles() {
        return List.of(
                Naming.none("GET " + ACCOUNT + "/profiles"),
                Naming.none("POST " + ACCOUNT + "/profiles"),
                Naming.of("PATCH " + ACCOUNT + "/profiles/{profileId}", 200)
                        .body("{'displayName':'Mine'}")
                        .with("profileId", Thing.PROFILE),
                Naming.of("PUT " + ACCOUNT + "/profiles/{profileId}/activate", 200)
                        .with("profileId", Thing.PROFILE));
    }

    private static List<Naming> groups() {
        return List.of(
                Naming.none("GET " + ACCOUNT + "/groups"),
                Naming.none("POST " + ACCOUNT + "/groups"),
                Naming.of("DELETE " + ACCOUNT + "/groups/{groupId}", 204).with("groupId", Thing.GROUP),
                Naming.of("GET " + ACCOUNT + "/groups/{groupId}/members", 200).with("groupId", Thing.GROUP),
                Naming.of("POST " + ACCOUNT + "/groups/{groupId}/members", 201)
                        .body("{'profileId':'<profileId>'}")
                        .with("groupId", Thing.GROUP)
                        .with("profileId", Thing.GUEST),
                Naming.of("PATCH " + ACCOUNT + "/groups/{groupId}/members/{profileId}", 200)
                        .body("{'role':'admin'}")
                        .with("groupId", Thing.GROUP)
                        .with("profileId", Thing.MEMBER),
                Naming.of("DELETE " + ACCOUNT + "/groups/{groupId}/members/{profileId}", 204)
                        .with("groupId", Thing.GROUP)
                        .with("profileId", Thing.MEMBER));
    }

    private static List<Naming> tools() {
        String tool = ACCOUNT + "/tools/{toolId}";
        return List.of(
                Naming.none("POST " + ACCOUNT + "/tools"),
                Naming.none("GET " + ACCOUNT + "/tools"),
                Naming.none("POST " + ACCOUNT + "/tools/search"),
                Naming.of("GET " + tool, 200).with("toolId", Thing.TOOL),
                Naming.of("DELETE " + tool, 204).with("toolId", Thing.TOOL),
                Naming.of("POST " + tool + "/approve", 403).with("toolId", Thing.TOOL),
                Naming.of("GET " + tool + "/queries", 200).with("toolId", Thing.TOOL),
                Naming.of("DELETE " + tool + "/queries", 204).with("toolId", Thing.TOOL),
                Naming.of("POST " + tool + "/execute", 400).body("{}").with("toolId", Thing.TOOL),
                Naming.of("GET " + tool + "/executions", 200).with("toolId", Thing.TOOL),
                Naming.none("GET " + ACCOUNT + "/integrations"),
                Naming.of("POST " + ACCOUNT + "/integrations/{name}/connect", 200)
                        .body("{'redirectUri':'https://app.example/','apiKey':'k'}")
                        .with("name", Thing.INTEGRATION),
                Naming.of("GET " + ACCOUNT + "/integrations/{name}/callback", 422)
                        .query("?state=unknown")
                        .with("name", Thing.INTEGRATION),
                Naming.of("DELETE " + ACCOUNT + "/integrations/{name}/disconnect", 204)
                        .with("name", Thing.INTEGRATION));
    }

    private static List<Naming> completion() {
        return List.of(
                Naming.none("POST " + COMPLETION + "/api/chat"),
                Naming.none("POST " + COMPLETION + "/api/complete"),
                Naming.none("GET " + COMPLETION + "/api/models"),
                Naming.none("GET " + COMPLETION + "/api/usage"),
                Naming.none("GET " + COMPLETION + "/api/usage/requests"),
                Naming.none("POST " + COMPLETION + "/v1/chat/completions"),
                Naming.none("GET " + COMPLETION + "/v1/models"),
                Naming.of("GET " + COMPLETION + "/v1/models/{model}", 200).with("model", Thing.MODEL),
                Naming.none("POST " + COMPLETION + "/v1/embeddings"));
    }

    private static List<Naming> agent() {
        return List.of(
                Naming.of("POST " + AGENT + "/api/chat", 200)
                        .body("{'userId':'<userId>','chatId':'<chatId>','messages':[{'role':'user','content':'hi'}]}")
                        .with("userId", Thing.USER)
                        .with("chatId", Thing.CHAT),
                Naming.of("GET " + AGENT + "/api/chat/{chatId}", 200)
                        .query("?userId=<userId>")
                        .with("chatId", Thing.CHAT)
                        .with("userId", Thing.USER),
                Naming.of("DELETE " + AGENT + "/api/chat/{chatId}", 204)
                        .query("?userId=<userId>")
                        .with("chatId", Thing.CHAT)
                        .with("userId", Thing.USER),
                Naming.of("GET " + AGENT + "/api/chat/{chatId}/trace", 200)
                        .query("?userId=<userId>")
                        .with("chatId", Thing.CHAT)
                        .with("userId", Thing.USER),
                Naming.none("GET " + AGENT + "/api/models"),
                Naming.none("GET " + AGENT + "/api/tools"),
                Naming.of("GET " + AGENT + "/api/tools/{toolName}", 200).with("toolName", Thing.AGENT_TOOL),
                Naming.of("PATCH " + AGENT + "/api/tools/{toolName}", 200)
                        .body("{'enabled':true}")
                        .with("toolName", Thing.AGENT_TOOL),
                Naming.of("POST " + AGENT + "/api/tools/execute", 200)
                        .body("{'toolName':'<toolName>','parameters':{'by':3},'userId':'<userId>'}")
                        .with("toolName", Thing.AGENT_TOOL)
                        .with("userId", Thing.USER));
    }

    private static List<Naming> memory() {
        String memories = AGENT + "/api/memory/{userId}";
        return List.of(
                Naming.of("POST " + AGENT + "/api/memory", 201)
                        .body("{'userId':'<userId>','type':'long_term','content':'Drinks tea.'}")
                        .with("userId", Thing.USER),
                Naming.of("GET " + memories, 200).with("userId", Thing.USER),
                Naming.of("POST " + memories + "/search", 200)
                        .body("{'query':'tea'}")
                        .with("userId", Thing.USER),
                Naming.of("GET " + memories + "/summary", 200).with("userId", Thing.USER),
                Naming.of("DELETE " + memories + "/conversation/{chatId}", 200)
                        .with("userId", Thing.USER)
                        .with("chatId", Thing.CONVERSATION),
                Naming.of("PATCH " + AGENT + "/api/memory/item/{memoryId}", 200)
                        .body("{'content':'Drinks coffee.'}")
                        .with("memoryId", Thing.MEMORY),
                Naming.of("DELETE " + AGENT + "/api/memory/item/{memoryId}", 204)
                        .with("memoryId", Thing.MEMORY));
    }

    /** There are none in mode v0.1. */
    private static List<Naming> agentTasks() {
        String task = AGENT + "/api/tasks/{taskId}";
        return List.of(
                Naming.of("POST " + AGENT + "/api/tasks", 201)
                        .body("{'userId':'<userId>','title':'Think','steps':[{'title':'Once'}]}")
                        .with("userId", Thing.USER),
                Naming.of("GET " + AGENT + "/api/tasks", 200)
                        .query("?userId=<userId>")
                        .with("userId", Thing.USER),
                Naming.of("GET " + task, 200).with("taskId", Thing.AGENT_TASK),
                Naming.of("POST " + task + "/execute", 202).with("taskId", Thing.AGENT_TASK),
                Naming.of("DELETE " + task, 200).with("taskId", Thing.AGENT_TASK));
    }

    private static List<Naming> tasks() {
        String task = ORCHESTRATION + "/tasks/{taskId}";
        return List.of(
                Naming.none("POST " + ORCHESTRATION + "/tasks"),
                Naming.none("GET " + ORCHESTRATION + "/tasks"),
                Naming.of("GET " + task, 200).with("taskId", Thing.TASK),
                Naming.of("DELETE " + task, 200).with("taskId", Thing.TASK),
                Naming.of("GET " + task + "/events", 200).with("taskId", Thing.ENDED_TASK),
                Naming.none("POST " + ORCHESTRATION + "/workers/poll"),
                Naming.of("POST " + task + "/heartbeat", 409)
                        .body("{'leaseId':'lease_unknown'}")
                        .with("taskId", Thing.TASK),
                Naming.of("POST " + task + "/complete", 409)
                        .body("{'leaseId':'lease_unknown'}")
                        .with("taskId", Thing.TASK),
                Naming.of("POST " + task + "/fail", 409)
                        .body("{'leaseId':'lease_unknown','error':{'code':'X','message':'y'}}")
                        .with("taskId", Thing.TASK),
                Naming.none("GET " + ORCHESTRATION + "/agents"),
                Naming.of("GET " + ORCHESTRATION + "/agents/{agentId}", 200).with("agentId", Thing.TASK_AGENT),
                Naming.of("DELETE " + ORCHESTRATION + "/agents/{agentId}", 200).with("agentId", Thing.TASK_AGENT));
    }

    private static List<Naming> workflows() {
        String workflow = ORCHESTRATION + "/workflows/{workflowId}";
        return List.of(
                Naming.none("POST " + ORCHESTRATION + "/workflows"),
                Naming.none("GET " + ORCHESTRATION + "/workflows"),
                Naming.of("GET " + workflow, 200).with("workflowId", Thing.WORKFLOW),
                Naming.of("DELETE " + workflow, 200).with("workflowId", Thing.WORKFLOW));
    }

    private static List<Naming> runs() {
        String run = RUNS + "/runs/{runId}";
        String approve = run + "/screenshots/approve";
        return List.of(
                Naming.of("POST " + RUNS + "/runs", 201)
                        .body("{'suite':'<suite>','target':'http://localhost/'}")
                        .with("suite", Thing.SUITE),
                Naming.none("GET " + RUNS + "/runs"),
                Naming.of("GET " + run, 200).with("runId", Thing.RUN),
                Naming.of("DELETE " + run, 409).with("runId", Thing.RUN),
                Naming.of("POST " + run + "/rerun", 201).with("runId", Thing.RUN),
                Naming.of("GET " + run + "/events", 200).with("runId", Thing.RUN),
                Naming.of("GET " + run + "/screenshots", 200).with("runId", Thing.RUN),
                Naming.of("PUT " + run + "/screenshots/{name}/approve", 200)
                        .with("runId", Thing.RUN)
                        .with("name", Thing.SCREENSHOT),
                Naming.of("POST " + approve, 200).body("{'names':['home.png']}").with("runId", Thing.RUN),
                Naming.of("GET " + run + "/images/{sha256}", 200)
                        .with("runId", Thing.RUN)
                        .with("sha256", Thing.IMAGE),
                Naming.of("GET " + run + "/artifacts", 200).with("runId", Thing.RUN),
                Naming.of("GET " + run + "/artifacts/{name...}", 200)
                        .with("runId", Thing.RUN)
                        .with("name", Thing.ARTIFACT),
                Naming.of("POST " + run + "/links", 200).with("runId", Thing.RUN),
                Naming.of("GET " + run + "/signed/{token}/images/{sha256}", 200)
                        .with("runId", Thing.RUN)
                        .with("token", Thing.SIGNATURE)
                        .with("sha256", Thing.IMAGE),
                Naming.of("GET " + run + "/signed/{token}/artifacts/{name...}", 200)
                        .with("runId", Thing.RUN)
                        .with("token", Thing.SIGNATURE)
                        .with("name", Thing.ARTIFACT));
    }

    private static List<Naming> suites() {
        String suite = RUNS + "/suites/{name}";
        return List.of(
                Naming.none("GET " + RUNS + "/suites"),
                Naming.of("GET " + suite, 200).with("name", Thing.SUITE),
                Naming.of("GET " + suite + "/tests", 200).with("name", Thing.SUITE),
                Naming.of("GET " + suite + "/baselines", 200).with("name", Thing.SUITE),
                Naming.of("POST " + suite + "/baselines/restore", 200)
                        .body("{'browser':'chromium','name':'home.png','sha256':'<sha256>'}")
                        .with("name", Thing.SUITE)
                        .with("sha256", Thing.IMAGE),
                Naming.of("GET " + suite + "/images/{sha256}", 200)
                        .with("name", Thing.SUITE)
                        .with("sha256", Thing.IMAGE));
    }

    /** Names of tools are names of the caller's own view, in a body of another protocol: see the tests of that. */
    private static List<Naming> mcp() {
        return List.of(Naming.none("POST /mcp"));
    }

    private static List<Naming> system() {
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
                .map(path -> Naming.none("GET " + path))
                .toList();
    }
}
