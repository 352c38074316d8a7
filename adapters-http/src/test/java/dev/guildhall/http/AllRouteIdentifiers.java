package dev.guildhall.http;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The identifiers in the requests to every route of every service. Add a new route here. */
public final class AllRouteIdentifiers {
    /**
     * A route in each line: method, path with query, and for routes with identifiers the status of the response when
     * they name resources of the caller, the kind of each, and the body. Names of tools in bodies of MCP are looked up
     * only among the caller's tools, in another protocol: McpToolsTest tests that.
     */
    private static final String ROUTES = """
        GET /.well-known/oauth-protected-resource
        GET /.well-known/oauth-protected-resource/mcp
        GET /.well-known/oauth-authorization-server
        POST /oauth/register
        POST /oauth/token
        POST /oauth/revoke
        POST /api/v1/auth/register
        POST /api/v1/auth/login
        POST /api/v1/auth/login/second-factor
        POST /api/v1/auth/login/passkey/options
        POST /api/v1/auth/login/passkey
        GET /api/v1/auth/factors
        POST /api/v1/auth/factors/totp
        POST /api/v1/auth/factors/totp/confirm
        POST /api/v1/auth/factors/passkeys/options
        POST /api/v1/auth/factors/passkeys
        POST /api/v1/auth/factors/recovery-codes
        GET /api/v1/admin/invitations
        POST /api/v1/admin/invitations
        GET /api/v1/admin/settings
        PATCH /api/v1/admin/settings
        POST /api/v1/auth/email/verification
        POST /api/v1/auth/email/verify
        POST /api/v1/auth/password/forgot
        POST /api/v1/auth/password/reset
        POST /api/v1/auth/token/refresh
        POST /api/v1/auth/logout
        GET /api/v1/auth/session
        GET /api/v1/auth/sessions
        DELETE /api/v1/auth/sessions/{sessionId} 204 sessionId=SESSION
        POST /api/v1/auth/password
        POST /api/v1/auth/setup
        GET /api/v1/auth/audit
        GET /api/v1/auth/keys
        POST /api/v1/auth/keys/rotate
        DELETE /api/v1/auth/account
        GET /api/v1/auth/oauth/providers
        GET /api/v1/auth/oauth/{provider}/authorize?redirectUri=https://app.example/ 200 provider=PROVIDER
        POST /api/v1/auth/login/oauth 200 provider=PROVIDER {'provider':'<provider>','code':'<caller>@second.example','redirectUri':'https://app.example/'}
        GET /api/v1/auth/identities
        POST /api/v1/auth/identities 201 provider=PROVIDER {'provider':'<provider>','code':'<caller>@second.example','redirectUri':'https://app.example/','state':'<state>'}
        DELETE /api/v1/auth/identities/{identityId} 204 identityId=IDENTITY
        POST /api/v1/keys
        GET /api/v1/keys
        PATCH /api/v1/keys/{keyId} 200 keyId=API_KEY {'name':'Mine'}
        DELETE /api/v1/keys/{keyId} 204 keyId=API_KEY
        GET /api/v1/admin/users
        GET /api/v1/admin/users/{userId} 403 userId=USER
        PATCH /api/v1/admin/users/{userId} 403 userId=USER {'disabled':true}
        DELETE /api/v1/admin/users/{userId} 403 userId=USER
        DELETE /api/v1/admin/users/{userId}/factors 403 userId=USER
        DELETE /api/v1/auth/factors/{factorId} 204 factorId=FACTOR {'password':'correct horse battery'}
        DELETE /api/v1/admin/invitations/{invitationId} 403 invitationId=INVITATION
        GET /api/v1/admin/usage
        GET /api/v1/admin/audit
        GET /api/v1/admin/nodes
        GET /api/v1/admin/models
        POST /api/v1/admin/models
        POST /api/v1/admin/models/test
        PATCH /api/v1/admin/models/{name...} 403 name=ADMINISTERED_MODEL {'enabled':true}
        DELETE /api/v1/admin/models/{name...} 403 name=ADMINISTERED_MODEL
        GET /api/v1/admin/keys
        DELETE /api/v1/admin/keys/{keyId} 403 keyId=ADMINISTERED_KEY
        GET /api/v1/profiles
        POST /api/v1/profiles
        PATCH /api/v1/profiles/{profileId} 200 profileId=PROFILE {'displayName':'Mine'}
        PUT /api/v1/profiles/{profileId}/activate 200 profileId=PROFILE
        GET /api/v1/groups
        POST /api/v1/groups
        DELETE /api/v1/groups/{groupId} 204 groupId=GROUP
        GET /api/v1/groups/{groupId} 200 groupId=GROUP
        GET /api/v1/groups/{groupId}/invitations 200 groupId=GROUP
        DELETE /api/v1/groups/{groupId}/invitations/{invitationId} 404 groupId=GROUP invitationId=GROUP_INVITATION
        GET /api/v1/groups/{groupId}/members 200 groupId=GROUP
        GET /api/v1/groups/{groupId}/keys 200 groupId=GROUP
        POST /api/v1/groups/{groupId}/keys 201 groupId=GROUP {'name':'Ours'}
        POST /api/v1/groups/{groupId}/members 201 groupId=GROUP profileId=GUEST {'profileId':'<profileId>'}
        PATCH /api/v1/groups/{groupId}/members/{profileId} 200 groupId=GROUP profileId=MEMBER {'role':'admin'}
        DELETE /api/v1/groups/{groupId}/members/{profileId} 204 groupId=GROUP profileId=MEMBER
        POST /api/v1/tools
        GET /api/v1/tools
        POST /api/v1/tools/search
        GET /api/v1/tools/{toolId} 200 toolId=TOOL
        DELETE /api/v1/tools/{toolId} 204 toolId=TOOL
        POST /api/v1/tools/{toolId}/approve 403 toolId=TOOL
        GET /api/v1/tools/{toolId}/queries 200 toolId=TOOL
        DELETE /api/v1/tools/{toolId}/queries 204 toolId=TOOL
        POST /api/v1/tools/{toolId}/execute 400 toolId=TOOL {}
        GET /api/v1/tools/{toolId}/executions 200 toolId=TOOL
        GET /api/v1/integrations
        POST /api/v1/integrations
        GET /api/v1/integrations/{name} 200 name=INTEGRATION
        PATCH /api/v1/integrations/{name} 403 name=INTEGRATION {'displayName':'x'}
        DELETE /api/v1/integrations/{name} 403 name=INTEGRATION
        POST /api/v1/integrations/{name}/refresh 403 name=INTEGRATION
        POST /api/v1/integrations/{name}/connect 200 name=INTEGRATION {'redirectUri':'https://app.example/','apiKey':'k'}
        GET /api/v1/integrations/{name}/logo 404 name=INTEGRATION
        GET /api/v1/integrations/{name}/client.json 200 name=CLIENT_DOCUMENT
        GET /api/v1/integrations/{name}/callback?state=unknown 422 name=INTEGRATION
        POST /api/v1/integrations/{name}/callback 422 name=INTEGRATION
        DELETE /api/v1/integrations/{name}/disconnect 204 name=INTEGRATION
        POST /completion/api/chat
        POST /completion/api/complete
        GET /completion/api/models
        GET /completion/api/usage
        GET /completion/api/usage/requests
        POST /completion/v1/chat/completions
        POST /completion/v1/responses
        POST /completion/v1/responses/compact
        GET /completion/v1/responses/{response} 200 response=RESPONSE
        DELETE /completion/v1/responses/{response} 200 response=RESPONSE
        POST /completion/v1/responses/{response}/cancel 409 response=RESPONSE
        GET /completion/v1/responses/{response}/input_items 200 response=RESPONSE
        POST /completion/v1/messages
        POST /completion/v1/messages/count_tokens
        GET /completion/v1/models
        GET /completion/v1/models/{model} 200 model=MODEL
        POST /completion/v1/embeddings
        POST /completion/v1/audio/transcriptions
        POST /completion/v1/audio/speech
        POST /completion/v1/images/generations
        POST /completion/v1/images/edits
        POST /completion/v1/moderations
        POST /completion/v1/rerank
        POST /completion/v1/completions
        POST /completion/v1beta/models/{model...}:generateContent 400 model=ASKED_MODEL {}
        POST /completion/v1beta/models/{model...}:streamGenerateContent 400 model=ASKED_MODEL {}
        POST /completion/v1beta/models/{model...}:countTokens 400 model=ASKED_MODEL {}
        GET /completion/v1beta/models
        GET /completion/v1beta/models/{model...} 200 model=MODEL
        POST /agent/api/chat 200 userId=USER chatId=CHAT {'userId':'<userId>','chatId':'<chatId>','messages':[{'role':'user','content':'hi'}]}
        GET /agent/api/chat/{chatId}?userId=<userId> 200 chatId=CHAT userId=USER
        DELETE /agent/api/chat/{chatId}?userId=<userId> 204 chatId=CHAT userId=USER
        POST /agent/api/chat/{chatId}/resume 409 chatId=CHAT userId=USER {'userId':'<userId>','messages':[{'role':'user','content':'hi'}]}
        GET /agent/api/chat/{chatId}/trace?userId=<userId> 200 chatId=CHAT userId=USER
        GET /agent/api/chat/{chatId}/media/{mediaId}?userId=<userId> 404 chatId=CHAT mediaId=TOOL_MEDIA userId=USER
        POST /agent/api/chat/{chatId}/approvals/{callId} 404 chatId=CHAT callId=WAITING_CALL {'decision':'deny'}
        GET /agent/api/approvals
        GET /agent/api/approvals/policy
        PUT /agent/api/approvals/policy 200 {}
        POST /agent/api/chat/{chatId}/questions/{questionId} 404 chatId=CHAT questionId=QUESTION {'action':'decline'}
        GET /agent/api/models
        POST /agent/api/assistants 201 collectionId=COLLECTION {'name':'Mine','instructions':'','collections':['<collectionId>']}
        GET /agent/api/assistants
        GET /agent/api/assistants/{id} 200 id=ASSISTANT
        PATCH /agent/api/assistants/{id} 200 id=ASSISTANT collectionId=COLLECTION {'instructions':'Be kind.','collections':['<collectionId>']}
        DELETE /agent/api/assistants/{id} 204 id=ASSISTANT
        GET /agent/api/assistants/{id}/usage 200 id=ASSISTANT
        POST /agent/api/assistants/{id}/cases 201 id=ASSISTANT {'input':'Hi'}
        GET /agent/api/assistants/{id}/cases 200 id=ASSISTANT
        GET /agent/api/assistants/{id}/cases/{caseId} 404 id=ASSISTANT caseId=CASE
        DELETE /agent/api/assistants/{id}/cases/{caseId} 404 id=ASSISTANT caseId=CASE
        POST /agent/api/assistants/{id}/evaluations 202 id=ASSISTANT {}
        GET /agent/api/assistants/{id}/evaluations 200 id=ASSISTANT
        GET /agent/api/assistants/{id}/evaluations/{evaluationId} 404 id=ASSISTANT evaluationId=EVALUATION
        POST /agent/v1/chat/completions
        GET /agent/v1/models
        GET /agent/api/tools
        GET /agent/api/tools/{toolName} 200 toolName=AGENT_TOOL
        PATCH /agent/api/tools/{toolName} 200 toolName=AGENT_TOOL {'enabled':true}
        POST /agent/api/tools/execute 200 toolName=AGENT_TOOL userId=USER {'toolName':'<toolName>','parameters':{'by':3},'userId':'<userId>'}
        POST /agent/api/collections
        GET /agent/api/collections
        GET /agent/api/collections/{collectionId} 200 collectionId=COLLECTION
        PATCH /agent/api/collections/{collectionId} 200 collectionId=COLLECTION {'name':'Mine'}
        DELETE /agent/api/collections/{collectionId} 204 collectionId=COLLECTION
        POST /agent/api/collections/{collectionId}/documents 404 collectionId=COLLECTION {'fileId':'file_unknown'}
        GET /agent/api/collections/{collectionId}/documents 200 collectionId=COLLECTION
        GET /agent/api/collections/{collectionId}/documents/{documentId} 404 collectionId=COLLECTION documentId=DOCUMENT
        DELETE /agent/api/collections/{collectionId}/documents/{documentId} 404 collectionId=COLLECTION documentId=DOCUMENT
        GET /agent/api/documents/{documentId}/passages 404 documentId=DOCUMENT
        POST /agent/api/collections/{collectionId}/search 200 collectionId=COLLECTION {'query':'tea'}
        POST /agent/api/memory 201 userId=USER {'userId':'<userId>','type':'long_term','content':'Drinks tea.'}
        GET /agent/api/memory/{userId} 200 userId=USER
        POST /agent/api/memory/{userId}/search 200 userId=USER {'query':'tea'}
        GET /agent/api/memory/{userId}/summary 200 userId=USER
        DELETE /agent/api/memory/{userId}/conversation/{chatId} 200 userId=USER chatId=CONVERSATION
        PATCH /agent/api/memory/item/{memoryId} 200 memoryId=MEMORY {'content':'Drinks coffee.'}
        DELETE /agent/api/memory/item/{memoryId} 204 memoryId=MEMORY
        POST /agent/api/tasks 201 userId=USER {'userId':'<userId>','title':'Think','steps':[{'title':'Once'}]}
        GET /agent/api/tasks?userId=<userId> 200 userId=USER
        GET /agent/api/tasks/{taskId} 200 taskId=AGENT_TASK
        POST /agent/api/tasks/{taskId}/execute 202 taskId=AGENT_TASK
        DELETE /agent/api/tasks/{taskId} 200 taskId=AGENT_TASK
        POST /api/v1/tasks
        GET /api/v1/tasks
        GET /api/v1/tasks/{taskId} 200 taskId=TASK
        DELETE /api/v1/tasks/{taskId} 200 taskId=TASK
        POST /api/v1/tasks/{taskId}/approvals/{callId} 404 taskId=TASK callId=WAITING_CALL {'decision':'deny'}
        POST /api/v1/tasks/retry
        POST /api/v1/tasks/{taskId}/retry 201 taskId=ENDED_TASK
        POST /api/v1/tasks/{taskId}/signal 409 taskId=TASK {'payload':1}
        GET /api/v1/tasks/{taskId}/events 200 taskId=ENDED_TASK
        POST /api/v1/workers/poll
        POST /api/v1/tasks/{taskId}/heartbeat 409 taskId=TASK {'leaseId':'lease_unknown'}
        POST /api/v1/tasks/{taskId}/complete 409 taskId=TASK {'leaseId':'lease_unknown'}
        POST /api/v1/tasks/{taskId}/fail 409 taskId=TASK {'leaseId':'lease_unknown','error':{'code':'X','message':'y'}}
        GET /api/v1/agents
        GET /api/v1/agents/{agentId} 200 agentId=TASK_AGENT
        DELETE /api/v1/agents/{agentId} 200 agentId=TASK_AGENT
        POST /api/v1/workflows
        GET /api/v1/workflows
        GET /api/v1/workflows/{workflowId} 200 workflowId=WORKFLOW
        DELETE /api/v1/workflows/{workflowId} 200 workflowId=WORKFLOW
        POST /api/v1/schedules
        GET /api/v1/schedules
        GET /api/v1/schedules/{scheduleId} 200 scheduleId=SCHEDULE
        PATCH /api/v1/schedules/{scheduleId} 200 scheduleId=SCHEDULE {'enabled':false}
        DELETE /api/v1/schedules/{scheduleId} 204 scheduleId=SCHEDULE
        POST /api/v1/schedules/{scheduleId}/trigger 202 scheduleId=SCHEDULE
        GET /api/v1/schedules/{scheduleId}/next 200 scheduleId=SCHEDULE
        POST /api/v1/triggers
        GET /api/v1/triggers
        GET /api/v1/triggers/{triggerId} 200 triggerId=TRIGGER
        PATCH /api/v1/triggers/{triggerId} 200 triggerId=TRIGGER {'name':'Other'}
        DELETE /api/v1/triggers/{triggerId} 204 triggerId=TRIGGER
        POST /api/v1/hooks/{address} 404 address=TRIGGER_ADDRESS {}
        POST /api/v1/workflows/{workflowId}/retry 201 workflowId=ENDED_WORKFLOW
        GET /api/v1/workflows/{workflowId}/events 200 workflowId=ENDED_WORKFLOW
        POST /api/v1/workflow-definitions 201 {'name':'d','steps':[{'name':'a','taskType':'echo'}]}
        GET /api/v1/workflow-definitions
        GET /api/v1/workflow-definitions/{definitionId} 200 definitionId=DEFINITION
        PATCH /api/v1/workflow-definitions/{definitionId} 200 definitionId=DEFINITION {'name':'e'}
        DELETE /api/v1/workflow-definitions/{definitionId} 204 definitionId=DEFINITION
        POST /api/v1/workflow-definitions/{definitionId}/start 201 definitionId=DEFINITION
        POST /api/v1/webhooks
        GET /api/v1/webhooks
        GET /api/v1/webhooks/{webhookId} 200 webhookId=WEBHOOK
        PATCH /api/v1/webhooks/{webhookId} 200 webhookId=WEBHOOK {'enabled':true}
        DELETE /api/v1/webhooks/{webhookId} 204 webhookId=WEBHOOK
        GET /api/v1/webhooks/{webhookId}/deliveries 200 webhookId=WEBHOOK
        POST /api/v1/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver 404 webhookId=WEBHOOK deliveryId=DELIVERY
        POST /api/v1/webhooks/{webhookId}/test 202 webhookId=WEBHOOK
        POST /api/v1/runs 201 suite=SUITE {'suite':'<suite>','target':'http://localhost/'}
        GET /api/v1/runs
        GET /api/v1/runs/{runId} 200 runId=RUN
        DELETE /api/v1/runs/{runId} 409 runId=RUN
        POST /api/v1/runs/{runId}/rerun 201 runId=RUN
        GET /api/v1/runs/{runId}/events 200 runId=RUN
        GET /api/v1/runs/{runId}/screenshots 200 runId=RUN
        PUT /api/v1/runs/{runId}/screenshots/{name}/approve 200 runId=RUN name=SCREENSHOT
        POST /api/v1/runs/{runId}/screenshots/approve 200 runId=RUN {'names':['home.png']}
        GET /api/v1/runs/{runId}/images/{sha256} 200 runId=RUN sha256=IMAGE
        GET /api/v1/runs/{runId}/artifacts 200 runId=RUN
        GET /api/v1/runs/{runId}/artifacts/{name...} 200 runId=RUN name=ARTIFACT
        POST /api/v1/runs/{runId}/links 200 runId=RUN
        GET /api/v1/runs/{runId}/signed/{token}/images/{sha256} 200 runId=RUN token=SIGNATURE sha256=IMAGE
        GET /api/v1/runs/{runId}/signed/{token}/artifacts/{name...} 200 runId=RUN token=SIGNATURE name=ARTIFACT
        GET /api/v1/suites
        GET /api/v1/suites/{name} 200 name=SUITE
        GET /api/v1/suites/{name}/tests 200 name=SUITE
        GET /api/v1/suites/{name}/baselines 200 name=SUITE
        POST /api/v1/suites/{name}/baselines/restore 200 name=SUITE sha256=IMAGE {'browser':'chromium','name':'home.png','sha256':'<sha256>'}
        GET /api/v1/suites/{name}/images/{sha256} 200 name=SUITE sha256=IMAGE
        GET /mcp
        POST /mcp
        GET /mcp/{integration} 405 integration=INTEGRATION
        POST /mcp/{integration} 415 integration=INTEGRATION {}
        GET /health/live
        GET /health/ready
        GET /metrics
        GET /.well-known/jwks.json
        GET /openapi/account.json
        GET /openapi/tools.json
        GET /openapi/completion.json
        GET /openapi/agent.json
        GET /openapi/chat.json
        GET /openapi/runs.json
        GET /openapi/orchestration.json
        GET /docs
        GET /docs/docs.css
        GET /docs/docs.js
        GET /docs/swagger-ui.css
        GET /docs/swagger-ui-bundle.js
        GET /docs/swagger-ui-standalone-preset.js
        GET /docs/favicon.png
        """;

    private AllRouteIdentifiers() {}

    /** Mode v0.1 of the agent service has the routes of its tasks nowhere, and all others under its own base. */
    public static List<RouteIdentifiers> all() {
        return ROUTES.lines()
                .map(AllRouteIdentifiers::parse)
                .flatMap(known ->
                        known.route().contains(" /agent/api/") && !known.route().contains("/api/tasks")
                                ? Stream.of(known, known.at("/agent", "/agent-v0.1"))
                                : Stream.of(known))
                .toList();
    }

    private static RouteIdentifiers parse(String line) {
        String[] parts = line.split(" (?=\\{['}])", 2);
        String[] words = parts[0].split(" ");
        String[] target = words[1].split("(?=\\?)", 2);
        RouteIdentifiers route = new RouteIdentifiers(
                words[0] + " " + target[0],
                target.length > 1 ? target[1] : "",
                parts.length > 1 ? parts[1] : "",
                words.length > 2 ? Integer.parseInt(words[2]) : 0,
                Map.of());
        for (String identifier : Arrays.asList(words).subList(Math.min(3, words.length), words.length)) {
            String[] named = identifier.split("=");
            route = route.with(named[0], IdentifierKind.valueOf(named[1]));
        }
        return route;
    }
}
