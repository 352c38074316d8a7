package dev.guildhall.http;

import dev.guildhall.http.run.RunRequests;
import dev.guildhall.http.run.TestSuites;

/** What an identifier in a request can name. */
enum Thing {
    USER("usr_unknown", 403),
    SESSION("ses_unknown", 404),
    PROFILE("prf_unknown", 404),
    IDENTITY("idn_unknown", 404),
    GROUP("grp_unknown", 404),
    /** The profile of somebody in the group that the same request names. */
    MEMBER("prf_unknown", 404),
    CHAT("chat_unknown", 404),
    /** What is remembered of a chat, of which there may be nothing. */
    CONVERSATION("chat_unknown", 200),
    MEMORY("mem_unknown", 404),
    /** The name of a tool of the agent's, which everybody may know. */
    AGENT_TOOL("nobody.here", 404),
    /** A tool that its registrant alone sees. */
    TOOL("tool_unknown", 404),
    /** A task that waits for a worker outside. */
    TASK("task_unknown", 404),
    ENDED_TASK("task_unknown", 404),
    /** The agent of a task that is carried out. */
    TASK_AGENT("agt_unknown.1", 404),
    WORKFLOW("wf_unknown", 404),
    /** A test run, which everybody may see. */
    RUN("run_unknown", 404),
    /** A suite of tests, which everybody may start when it has no active run. */
    SUITE("unknown", 404),
    /** A picture of a run and of a baseline. */
    IMAGE("0".repeat(64), 404),
    /** The name of a picture. */
    SCREENSHOT("unknown.png", 404),
    /** The name of a file of a run. */
    ARTIFACT("unknown", 404),
    /** A signature of links to the files of a run. */
    SIGNATURE("bm9ib2R5.bm9ib2R5", 404),
    /** A task of the agent service. */
    AGENT_TASK("task_unknown", 404),
    /** The name of an integration, which everybody may know. */
    INTEGRATION("nobody", 404),
    /** A profile to be added to a group: anybody's (contract 1), so a foreign one is as good as an own one. */
    GUEST("prf_unknown", 404),
    /** The name of a sign-in provider, which everybody may know. */
    PROVIDER("nobody", 422),
    /** A language model, which everybody may know. */
    MODEL("nobody", 404);

    private final String unknown;
    private final int refused;

    Thing(String unknown, int refused) {
        this.unknown = unknown;
        this.refused = refused;
    }

    /** The name of an own thing of somebody's. */
    String of(Estate estate) {
        return switch (this) {
            case USER -> estate.user();
            case SESSION -> estate.session();
            case PROFILE, GUEST -> estate.profile();
            case IDENTITY -> estate.identity();
            case GROUP -> estate.group();
            case MEMBER -> estate.member();
            case CHAT, CONVERSATION -> estate.chat();
            case MEMORY -> estate.memory();
            case AGENT_TOOL -> Divider.NAME;
            case TOOL -> estate.tool();
            case TASK -> estate.task();
            case ENDED_TASK -> estate.endedTask();
            case TASK_AGENT -> estate.taskAgent();
            case WORKFLOW -> estate.workflow();
            case AGENT_TASK -> estate.agentTask();
            case RUN -> estate.run();
            case SUITE -> estate.suite();
            case IMAGE -> TestSuites.digest(TestSuites.PNG).value();
            case SCREENSHOT -> "home.png";
            case ARTIFACT -> "report/index.html";
            case SIGNATURE -> RunRequests.token(estate.owner().client(), estate.run());
            case INTEGRATION -> "postbox";
            case PROVIDER -> "acme";
            case MODEL -> "scripted";
        };
    }

    /** Well-formed, and names nothing. */
    String unknown() {
        return unknown;
    }

    /** The status of an answer to a name of nothing. */
    int refused() {
        return refused;
    }

    /** Whether a foreign name is to be refused as an unknown one is. */
    boolean isPrivate() {
        return switch (this) {
            case USER, SESSION, PROFILE, IDENTITY, GROUP, MEMBER, CHAT, CONVERSATION, MEMORY, TOOL -> true;
            case TASK, ENDED_TASK, TASK_AGENT, WORKFLOW, AGENT_TASK -> true;
            case GUEST, PROVIDER, INTEGRATION, MODEL, AGENT_TOOL -> false;
            case RUN, SUITE, IMAGE, SCREENSHOT, ARTIFACT, SIGNATURE -> false;
        };
    }

    /** Whether a text of the right form is a name, of nothing at worst. */
    boolean isAnything() {
        return this == CONVERSATION;
    }
}
