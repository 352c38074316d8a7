package dev.guildhall.ports.driving;

import dev.guildhall.ports.Metric;
import dev.guildhall.ports.account.Factors;
import dev.guildhall.ports.account.MailedLinks;
import dev.guildhall.ports.admin.Administration;
import dev.guildhall.ports.agent.Agents;
import dev.guildhall.ports.agenttask.AgentTasks;
import dev.guildhall.ports.apikey.ApiKeys;
import dev.guildhall.ports.approval.Approvals;
import dev.guildhall.ports.assistant.Assistants;
import dev.guildhall.ports.audit.AuditTrail;
import dev.guildhall.ports.authorization.Authorizations;
import dev.guildhall.ports.completion.Completions;
import dev.guildhall.ports.completion.Embeddings;
import dev.guildhall.ports.completion.PassedRequests;
import dev.guildhall.ports.evaluation.Evaluations;
import dev.guildhall.ports.execution.ToolExecutions;
import dev.guildhall.ports.file.Files;
import dev.guildhall.ports.group.Groups;
import dev.guildhall.ports.integration.Integrations;
import dev.guildhall.ports.invitation.Invitations;
import dev.guildhall.ports.key.SigningKeys;
import dev.guildhall.ports.knowledge.Knowledge;
import dev.guildhall.ports.memory.Memories;
import dev.guildhall.ports.model.Models;
import dev.guildhall.ports.oauth.ExternalAccounts;
import dev.guildhall.ports.oauth.OAuthSignIn;
import dev.guildhall.ports.profile.Profiles;
import dev.guildhall.ports.response.StoredResponses;
import dev.guildhall.ports.run.Runs;
import dev.guildhall.ports.run.Suites;
import dev.guildhall.ports.schedule.Schedules;
import dev.guildhall.ports.session.AccountSecurity;
import dev.guildhall.ports.session.Accounts;
import dev.guildhall.ports.settings.Settings;
import dev.guildhall.ports.task.TaskAgents;
import dev.guildhall.ports.task.TaskWorkers;
import dev.guildhall.ports.task.Tasks;
import dev.guildhall.ports.tool.ServerRequests;
import dev.guildhall.ports.tool.Tools;
import dev.guildhall.ports.trigger.Triggers;
import dev.guildhall.ports.usage.UsageReports;
import dev.guildhall.ports.webchat.WebChats;
import dev.guildhall.ports.webchat.WebSessions;
import dev.guildhall.ports.webhook.Webhooks;
import dev.guildhall.ports.workflow.WorkflowDefinitions;
import dev.guildhall.ports.workflow.Workflows;
import java.util.List;

/**
 * All driving ports of one installation: what an adapter such as the HTTP API calls. The core implements it.
 */
public interface DrivingPorts {
    /** How many answers this node gives now that no client cancels by leaving: in chats of web users, and after approvals. */
    int runningAnswers();

    /** The node begins to stop: no further answer goes on after an approval here. */
    void refuseApprovedAnswers();

    /**
     * Gives the answers in chats of web users up before the node stops: other nodes continue them. Blocks until they are
     * stored.
     */
    void giveUpAnswers();

    /** Registration, sign-in and the current session. */
    Accounts accounts();

    /** Sessions, password and deletion of an account. */
    AccountSecurity security();

    /** The profiles of an account. */
    Profiles profiles();

    /** Groups and who is in them. */
    Groups groups();

    /** Sign-in with providers. */
    OAuthSignIn oauth();

    /** The accounts of users who bring tokens of another issuer. */
    ExternalAccounts externalAccounts();

    /** OAuth clients that act for users at {@code /mcp}. */
    Authorizations authorizations();

    /** The audit trail of an account. */
    AuditTrail audit();

    /** The API keys of an account. */
    ApiKeys apiKeys();

    /** Users, their rights, all audit trails and nodes, for admins. */
    Administration administration();

    /** Invitations to register. */
    Invitations invitations();

    /** Verification of addresses and reset of passwords by mail. */
    MailedLinks mailedLinks();

    /** Second factors of accounts. */
    Factors factors();

    /** Settings of the installation. */
    Settings settings();

    /** The keys that sign access tokens. */
    SigningKeys signingKeys();

    /** The catalogue of tools. */
    Tools tools();

    /** Their execution. */
    ToolExecutions toolExecutions();

    /** Requests to imported servers other than calls of tools. */
    ServerRequests serverRequests();

    /** Outside systems, and the connections of callers to them. */
    Integrations integrations();

    /** Language models. */
    Completions completions();

    /** Assistants. */
    Assistants assistants();

    /** Triggers. */
    Triggers triggers();

    /** Schedules. */
    Schedules schedules();
    /** Kept definitions of workflows. */
    WorkflowDefinitions workflowDefinitions();

    /** Cases and evaluations of assistants. */
    Evaluations evaluations();

    /** The models that administrators set up. */
    Models models();

    /** Stored answers of responses. */
    StoredResponses responses();

    /** Reports of their usage. */
    UsageReports usage();

    /** Embeddings of texts. */
    Embeddings embeddings();

    /** Requests to models that pass unchanged. */
    PassedRequests passedRequests();

    /** Agents that use tools. */
    Agents agents();

    /** What agents may do, and calls that wait for their user. */
    Approvals approvals();

    /** Memories about users. */
    Memories memories();

    /** The queue. */
    Tasks tasks();

    /** The agents that execute tasks. */
    TaskAgents taskAgents();

    /** External workers that lease tasks. */
    TaskWorkers taskWorkers();

    /** Steps that depend on each other. */
    Workflows workflows();

    /** Webhooks. */
    Webhooks webhooks();

    /** Tasks of the agent service. */
    AgentTasks agentTasks();

    /** Test runs. */
    Runs runs();

    /** Suites and their baselines. */
    Suites suites();

    /** Browser sessions of the chat front-end. */
    WebSessions webSessions();

    /** Chats of web users. */
    WebChats webChats();

    /** Files of users. */
    Files files();

    /** Collections of documents. */
    Knowledge knowledge();

    /** What this node counts of its queue and of the providers of models, for a monitoring system. */
    List<Metric> metrics();
}
