package dev.guildhall.http;

import dev.guildhall.core.security.Base32;
import dev.guildhall.core.security.Totp;
import dev.guildhall.http.agent.AgentRequests;
import dev.guildhall.http.orchestration.TaskRequests;
import dev.guildhall.http.run.RunRequests;
import dev.guildhall.http.run.TestSuites;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * A user with one resource of every kind that identifiers name.
 *
 * @param profile not the active one
 * @param member another user in the owner's group
 */
public record OwnedResources(
        Client.Person owner,
        String profile,
        String identity,
        String group,
        String member,
        String chat,
        String memory,
        String tool) {
    private static final String ACCOUNT = "/api/v1";
    private static final String TOOL =
            "{\"name\":\"weather.forecast\",\"description\":\"Tells the weather\",\"version\":\"1.0.0\","
                    + "\"integration\":\"weather\"}";
    private static final String PARKED = "parked";
    private static final AtomicInteger OWNERS = new AtomicInteger();

    /** Creates a new user, on a server that has {@link TrustingProvider} as a provider. */
    public static OwnedResources on(Client client) {
        Client.Person owner = client.register("owner" + OWNERS.incrementAndGet() + "@example.org");
        String profile = id(owner, ACCOUNT + "/profiles", "{\"displayName\":\"Second\"}");
        String identity = id(
                owner,
                ACCOUNT + "/auth/identities",
                "{\"provider\":\"acme\",\"code\":\"" + owner.userId()
                        + "@acme.example\",\"redirectUri\":\"https://app.example/\",\"state\":\"" + state(owner)
                        + "\"}");
        String group = id(owner, ACCOUNT + "/groups", "{\"name\":\"Analysts\"}");
        String member = client.stranger().tokens().get("profileId").asText();
        owner.client().post(ACCOUNT + "/groups/" + group + "/members", "{\"profileId\":\"" + member + "\"}");
        String question =
                "{\"userId\":\"" + owner.userId() + "\",\"messages\":[{\"role\":\"user\",\"content\":\"hello\"}]}";
        String chat = owner.client().post("/agent/api/chat", question).text("chatId");
        String memory = id(
                owner,
                "/agent/api/memory",
                "{\"userId\":\"" + owner.userId() + "\",\"type\":\"conversation\",\"content\":\"Likes tea.\","
                        + "\"chatId\":\"" + chat + "\"}");
        String tool = id(owner, ACCOUNT + "/tools", TOOL);
        return new OwnedResources(owner, profile, identity, group, member, chat, memory, tool);
    }

    private static String id(Client.Person owner, String path, String body) {
        return owner.client().post(path, body).text("id");
    }

    String user() {
        return owner.userId();
    }

    private static String state(Client.Person owner) {
        return owner.client()
                .get(ACCOUNT + "/auth/oauth/acme/authorize?redirectUri=https://app.example/")
                .text("state");
    }

    /** The state for linking an identity. */
    String state() {
        return state(owner);
    }

    /** A session other than the owner's current one. */
    String session() {
        Client.Answer second = owner.client()
                .post(
                        ACCOUNT + "/auth/login",
                        "{\"email\":\"" + owner.email() + "\",\"password\":\"correct horse battery\"}");
        return Tokens.claim(second.text("accessToken"), "sid");
    }

    /** A second factor that is confirmed. */
    String factor() {
        Client.Answer made = owner.client().post(ACCOUNT + "/auth/factors/totp", "");
        String code = Totp.code(Base32.decode(made.text("secret")), Totp.step(Instant.now()));
        owner.client().post(ACCOUNT + "/auth/factors/totp/confirm", "{\"code\":\"" + code + "\"}");
        return made.text("id");
    }

    String apiKey() {
        return owner.client().post(ACCOUNT + "/keys", "{\"name\":\"a key\"}").text("id");
    }

    /** A task of a type that waits for external workers. */
    String task() {
        TaskRequests.poll(owner.client(), PARKED);
        return TaskRequests.submitted(owner.client(), "{'type':'" + PARKED + "'}");
    }

    String endedTask() {
        String task = task();
        TaskRequests.delete(owner.client(), "/tasks/" + task);
        return task;
    }

    /** The agent of a task that an external worker has claimed. */
    String taskAgent() {
        task();
        return TaskRequests.poll(owner.client(), PARKED)
                .json()
                .at("/tasks/0/agentId")
                .asText();
    }

    String webhook() {
        return id(owner, ACCOUNT + "/webhooks", "{\"url\":\"https://example.org/hook\",\"events\":[\"task.*\"]}");
    }

    String workflow() {
        TaskRequests.poll(owner.client(), PARKED);
        return TaskRequests.post(
                        owner.client(),
                        "/workflows",
                        "{'name':'wait','steps':[{'name':'once','taskType':'" + PARKED + "'}]}")
                .text("id");
    }

    String schedule() {
        return TaskRequests.post(
                        owner.client(),
                        "/schedules",
                        "{'name':'Yearly','cron':'0 0 1 1 *','start':{'task':{'type':'echo'}}}")
                .text("id");
    }

    String trigger() {
        return TaskRequests.post(owner.client(), "/triggers", "{'name':'Orders','start':{'task':{'type':'echo'}}}")
                .text("id");
    }

    String endedWorkflow() {
        String workflow = workflow();
        TaskRequests.delete(owner.client(), "/workflows/" + workflow);
        return workflow;
    }

    String definition() {
        return TaskRequests.post(
                        owner.client(),
                        "/workflow-definitions",
                        "{'name':'wait','steps':[{'name':'once','taskType':'" + PARKED + "'}]}")
                .text("id");
    }

    String assistant() {
        return id(owner, "/agent/api/assistants", "{\"name\":\"Mine\",\"instructions\":\"\"}");
    }

    String agentTask() {
        return AgentRequests.post(owner, "/tasks", "{'userId':'ME','title':'Think','steps':[{'title':'Once'}]}")
                .text("id");
    }

    String collection() {
        return id(owner, "/agent/api/collections", "{\"name\":\"Reports\"}");
    }

    String response() {
        return id(owner, "/completion/v1/responses", "{\"model\":\"scripted\",\"input\":\"hello\",\"store\":true}");
    }

    /** The newest run; no run is active. */
    String run() {
        return RunRequests.newest(owner.client());
    }

    /** A suite without an active run. */
    String suite() {
        run();
        return TestSuites.SHOP;
    }

    /** All responses that show the owner's resources. */
    List<String> seen() {
        return Stream.of(
                        ACCOUNT + "/auth/session",
                        ACCOUNT + "/auth/sessions",
                        ACCOUNT + "/auth/identities",
                        ACCOUNT + "/profiles",
                        ACCOUNT + "/groups",
                        ACCOUNT + "/groups/" + group + "/members",
                        ACCOUNT + "/tools",
                        ACCOUNT + "/tools/" + tool,
                        "/agent/api/chat/" + chat + "?userId=" + user(),
                        "/agent/api/chat/" + chat + "/trace?userId=" + user(),
                        "/agent/api/memory/" + user(),
                        "/agent/api/tools",
                        "/agent/api/tasks?userId=" + user(),
                        ACCOUNT + "/tasks",
                        ACCOUNT + "/agents",
                        ACCOUNT + "/workflows",
                        ACCOUNT + "/schedules",
                        ACCOUNT + "/triggers")
                .map(path -> owner.client().get(path).body())
                // Written some seconds after a use.
                .map(body -> body.replaceAll("\"lastUsedAt\":(null|\"[^\"]*\")", ""))
                .toList();
    }

    /** Identifiers that no other user may see. */
    List<String> names() {
        return List.of(user(), profile, identity, group, member, chat, memory, tool);
    }
}
