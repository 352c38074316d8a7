package dev.guildhall.http;

import dev.guildhall.http.run.RunRequests;
import dev.guildhall.http.run.TestSuites;

/** The kinds of resources that an identifier in a request can name. */
enum IdentifierKind {
    USER("usr_unknown", 403),
    SESSION("ses_unknown", 404),
    API_KEY("key_unknown", 404),
    /** A key in a request that only admins may send. */
    ADMINISTERED_KEY("key_unknown", 403),
    /** An invitation in a request that only admins may send. */
    INVITATION("inv_unknown", 403),
    /** An invitation to a group, of which there is none here: MailHttpTest tests those of other groups. */
    GROUP_INVITATION("inv_unknown", 404),
    /** A second factor. */
    FACTOR("fac_unknown", 404),
    PROFILE("prf_unknown", 404),
    IDENTITY("idn_unknown", 404),
    GROUP("grp_unknown", 404),
    /** The profile of another user in the group that the same request names. */
    MEMBER("prf_unknown", 404),
    CHAT("chat_unknown", 404),
    /** The memories of a chat; there may be none. */
    CONVERSATION("chat_unknown", 200),
    MEMORY("mem_unknown", 404),
    ASSISTANT("ast_unknown", 404),
    /** The name of one of the agent's tools, which every user may know. */
    AGENT_TOOL("missing.tool", 404),
    /** A tool that only its registrant sees. */
    TOOL("tool_unknown", 404),
    /** A task that waits for an external worker. */
    TASK("task_unknown", 404),
    ENDED_TASK("task_unknown", 404),
    /** The agent of a running task. */
    TASK_AGENT("agt_unknown.1", 404),
    WORKFLOW("wf_unknown", 404),
    SCHEDULE("sch_unknown", 404),
    TRIGGER("trg_unknown", 404),
    /** The address of a trigger, of which there is none here: TriggerHttpTest tests those that exist. */
    TRIGGER_ADDRESS("unknown", 404),
    ENDED_WORKFLOW("wf_unknown", 404),
    /** A kept definition of workflows. */
    DEFINITION("wfd_unknown", 404),
    WEBHOOK("whk_unknown", 404),
    /** A delivery of a webhook, of which there is none here: WebhookHttpTest tests those of other users. */
    DELIVERY("dlv_unknown", 404),
    /** A test run, which every user may see. */
    RUN("run_unknown", 404),
    /** A suite of tests, which every user may start when it has no active run. */
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
    /** The name of an integration, which every user may know. */
    INTEGRATION("missing", 404),
    /** The name of an integration in the address of a public document, which does not show whether there is one. */
    CLIENT_DOCUMENT("missing", 200),
    /** A profile to add to a group: any user's profile is allowed. */
    GUEST("prf_unknown", 404),
    /** The name of a sign-in provider, which every user may know. */
    PROVIDER("missing", 422),
    /** A language model, which every user may know. */
    MODEL("missing", 404),
    /** A question during a tool call, of which none waits here: QuestionHttpTest tests those of other users. */
    QUESTION("ask_unknown", 404),
    /** A call that waits for an approval, of which there is none here: ApprovalHttpTest tests those of other users. */
    WAITING_CALL("call_unknown", 404),
    /** A picture of a tool, of which there is none here: QuestionHttpTest tests those of other users. */
    TOOL_MEDIA("med_unknown", 404),
    /** The name of a model in a request that only admins may send. */
    ADMINISTERED_MODEL("missing", 403),
    /** A collection of documents. */
    COLLECTION("col_unknown", 404),
    /** A document of a collection, of which there is none here: CollectionHttpTest tests those of other users. */
    DOCUMENT("doc_unknown", 404),
    /** A case of an assistant, of which there is none here: EvaluationHttpTest tests those of other users. */
    CASE("case_unknown", 404),
    /** An evaluation, of which there is none here: EvaluationHttpTest tests those of other users. */
    EVALUATION("eval_unknown", 404),
    /** A stored answer of a model. */
    RESPONSE("resp_" + "0".repeat(32), 404),
    /** A language model in a request without a conversation. */
    ASKED_MODEL("missing", 400);

    private final String unknown;
    private final int refused;

    IdentifierKind(String unknown, int refused) {
        this.unknown = unknown;
        this.refused = refused;
    }

    /** The identifier of a resource of the owner. */
    String of(OwnedResources resources) {
        return switch (this) {
            case USER -> resources.user();
            case SESSION -> resources.session();
            case API_KEY, ADMINISTERED_KEY -> resources.apiKey();
            case PROFILE, GUEST -> resources.profile();
            case IDENTITY -> resources.identity();
            case GROUP -> resources.group();
            case MEMBER -> resources.member();
            case CHAT, CONVERSATION -> resources.chat();
            case MEMORY -> resources.memory();
            case COLLECTION -> resources.collection();
            case DOCUMENT -> "doc_none";
            case CASE -> "case_none";
            case EVALUATION -> "eval_none";
            case ASSISTANT -> resources.assistant();
            case AGENT_TOOL -> DivisionTool.NAME;
            case TOOL -> resources.tool();
            case TASK -> resources.task();
            case ENDED_TASK -> resources.endedTask();
            case TASK_AGENT -> resources.taskAgent();
            case WORKFLOW -> resources.workflow();
            case SCHEDULE -> resources.schedule();
            case TRIGGER -> resources.trigger();
            case TRIGGER_ADDRESS -> "none";
            case ENDED_WORKFLOW -> resources.endedWorkflow();
            case DEFINITION -> resources.definition();
            case WEBHOOK -> resources.webhook();
            case DELIVERY -> "dlv_none";
            case AGENT_TASK -> resources.agentTask();
            case RUN -> resources.run();
            case SUITE -> resources.suite();
            case IMAGE -> TestSuites.digest(TestSuites.PNG).value();
            case SCREENSHOT -> "home.png";
            case ARTIFACT -> "report/index.html";
            case SIGNATURE -> RunRequests.token(resources.owner().client(), resources.run());
            case RESPONSE -> resources.response();
            case INVITATION, GROUP_INVITATION -> "inv_any";
            case FACTOR -> resources.factor();
            case INTEGRATION, CLIENT_DOCUMENT -> "postbox";
            case QUESTION -> "ask_none";
            case WAITING_CALL -> "call_none";
            case TOOL_MEDIA -> "med_none";
            case PROVIDER -> "acme";
            case MODEL, ADMINISTERED_MODEL, ASKED_MODEL -> "scripted";
        };
    }

    /** A well-formed identifier that names nothing. */
    String unknown() {
        return unknown;
    }

    /** The status of the response to an identifier that names nothing. */
    int refused() {
        return refused;
    }

    /** Whether another user's identifier must be refused like an unknown one. */
    boolean isPrivate() {
        return switch (this) {
            case USER,
                    SESSION,
                    API_KEY,
                    ADMINISTERED_KEY,
                    INVITATION,
                    FACTOR,
                    PROFILE,
                    IDENTITY,
                    GROUP,
                    MEMBER,
                    CHAT,
                    CONVERSATION,
                    MEMORY,
                    ASSISTANT,
                    TOOL -> true;
            case TASK,
                    ENDED_TASK,
                    TASK_AGENT,
                    WORKFLOW,
                    ENDED_WORKFLOW,
                    DEFINITION,
                    WEBHOOK,
                    AGENT_TASK,
                    RESPONSE,
                    COLLECTION,
                    SCHEDULE,
                    TRIGGER -> true;
            case GUEST, PROVIDER, INTEGRATION, CLIENT_DOCUMENT, MODEL, ADMINISTERED_MODEL, ASKED_MODEL, AGENT_TOOL ->
                false;
            case RUN,
                    SUITE,
                    IMAGE,
                    SCREENSHOT,
                    ARTIFACT,
                    SIGNATURE,
                    QUESTION,
                    WAITING_CALL,
                    TOOL_MEDIA,
                    GROUP_INVITATION,
                    CASE,
                    EVALUATION,
                    TRIGGER_ADDRESS,
                    DELIVERY,
                    DOCUMENT -> false;
        };
    }

    /** Whether every well-formed text is accepted, even one that names nothing. */
    boolean isAnything() {
        return this == CONVERSATION || this == CLIENT_DOCUMENT;
    }
}
