package dev.guildhall.persistence.store;

import dev.guildhall.persistence.account.PgAccountStore;
import dev.guildhall.persistence.account.PgAccountTokenStore;
import dev.guildhall.persistence.account.PgApiKeyStore;
import dev.guildhall.persistence.account.PgAuditStore;
import dev.guildhall.persistence.account.PgAuthorizedCodeStore;
import dev.guildhall.persistence.account.PgFactorStore;
import dev.guildhall.persistence.account.PgGroupStore;
import dev.guildhall.persistence.account.PgIdentityStore;
import dev.guildhall.persistence.account.PgInvitationStore;
import dev.guildhall.persistence.account.PgMailStore;
import dev.guildhall.persistence.account.PgMembershipStore;
import dev.guildhall.persistence.account.PgOAuthClientStore;
import dev.guildhall.persistence.account.PgOAuthStateStore;
import dev.guildhall.persistence.account.PgProfileStore;
import dev.guildhall.persistence.account.PgSessionStore;
import dev.guildhall.persistence.account.PgSettingsStore;
import dev.guildhall.persistence.account.PgSigningKeyStore;
import dev.guildhall.persistence.agent.PgAgentStore;
import dev.guildhall.persistence.agent.PgConversationStore;
import dev.guildhall.persistence.approval.PgApprovalStore;
import dev.guildhall.persistence.assistant.PgAssistantStore;
import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.evaluation.PgEvaluationStore;
import dev.guildhall.persistence.file.PgFileStore;
import dev.guildhall.persistence.idempotency.PgIdempotencyStore;
import dev.guildhall.persistence.knowledge.PgKnowledgeStore;
import dev.guildhall.persistence.memory.PgMemoryStore;
import dev.guildhall.persistence.model.PgModelStore;
import dev.guildhall.persistence.response.PgResponseStore;
import dev.guildhall.persistence.run.PgBaselineStore;
import dev.guildhall.persistence.run.PgRunStore;
import dev.guildhall.persistence.schedule.PgScheduleStore;
import dev.guildhall.persistence.secret.SecretBox;
import dev.guildhall.persistence.tool.PgConnectionStore;
import dev.guildhall.persistence.tool.PgConsentStore;
import dev.guildhall.persistence.tool.PgExecutionStore;
import dev.guildhall.persistence.tool.PgIntegrationStore;
import dev.guildhall.persistence.tool.PgLearnedQueryStore;
import dev.guildhall.persistence.tool.PgToolStore;
import dev.guildhall.persistence.trigger.PgTriggerStore;
import dev.guildhall.persistence.usage.PgUsageStore;
import dev.guildhall.persistence.webchat.PgReplyStore;
import dev.guildhall.persistence.webchat.PgWebChatStore;
import dev.guildhall.persistence.webchat.PgWebSessionStore;
import dev.guildhall.persistence.webhook.PgWebhookStore;
import dev.guildhall.persistence.workflow.PgWorkflowDefinitionStore;
import dev.guildhall.persistence.workflow.PgWorkflowStore;
import dev.guildhall.ports.IdempotencyStore;
import dev.guildhall.ports.Transactions;
import dev.guildhall.ports.account.AccountStore;
import dev.guildhall.ports.account.AccountTokenStore;
import dev.guildhall.ports.account.FactorStore;
import dev.guildhall.ports.agent.AgentStore;
import dev.guildhall.ports.agent.ConversationStore;
import dev.guildhall.ports.apikey.ApiKeyStore;
import dev.guildhall.ports.approval.ApprovalStore;
import dev.guildhall.ports.assistant.AssistantStore;
import dev.guildhall.ports.audit.AuditStore;
import dev.guildhall.ports.authorization.AuthorizedCodeStore;
import dev.guildhall.ports.authorization.OAuthClientStore;
import dev.guildhall.ports.connection.ConnectionStore;
import dev.guildhall.ports.connection.ConsentStore;
import dev.guildhall.ports.evaluation.EvaluationStore;
import dev.guildhall.ports.execution.ExecutionStore;
import dev.guildhall.ports.file.FileStore;
import dev.guildhall.ports.group.GroupStore;
import dev.guildhall.ports.group.MembershipStore;
import dev.guildhall.ports.integration.IntegrationStore;
import dev.guildhall.ports.invitation.InvitationStore;
import dev.guildhall.ports.key.SigningKeyStore;
import dev.guildhall.ports.knowledge.KnowledgeStore;
import dev.guildhall.ports.mail.MailStore;
import dev.guildhall.ports.memory.MemoryStore;
import dev.guildhall.ports.model.ModelStore;
import dev.guildhall.ports.oauth.IdentityStore;
import dev.guildhall.ports.oauth.OAuthStateStore;
import dev.guildhall.ports.profile.ProfileStore;
import dev.guildhall.ports.response.ResponseStore;
import dev.guildhall.ports.run.BaselineStore;
import dev.guildhall.ports.run.RunStore;
import dev.guildhall.ports.schedule.ScheduleStore;
import dev.guildhall.ports.session.SessionStore;
import dev.guildhall.ports.settings.SettingsStore;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.TaskStore;
import dev.guildhall.ports.tool.LearnedQueryStore;
import dev.guildhall.ports.tool.ToolStore;
import dev.guildhall.ports.trigger.TriggerStore;
import dev.guildhall.ports.usage.UsageStore;
import dev.guildhall.ports.webchat.ReplyStore;
import dev.guildhall.ports.webchat.WebChatStore;
import dev.guildhall.ports.webchat.WebSessionStore;
import dev.guildhall.ports.webhook.WebhookStore;
import dev.guildhall.ports.workflow.WorkflowDefinitionStore;
import dev.guildhall.ports.workflow.WorkflowStore;

/** The PostgreSQL stores of one database. All of them take part in the same transactions. */
public record PostgresStores(
        AccountStore accounts,
        ProfileStore profiles,
        GroupStore groups,
        MembershipStore memberships,
        SessionStore sessions,
        ApiKeyStore apiKeys,
        SigningKeyStore signingKeys,
        ConversationStore conversations,
        AgentStore agents,
        AssistantStore assistants,
        EvaluationStore evaluations,
        ApprovalStore approvals,
        ModelStore models,
        MemoryStore memories,
        UsageStore usage,
        IdentityStore identities,
        OAuthStateStore oauthStates,
        OAuthClientStore oauthClients,
        AuthorizedCodeStore authorizedCodes,
        InvitationStore invitations,
        FactorStore factors,
        AccountTokenStore accountTokens,
        MailStore mails,
        SettingsStore settings,
        AuditStore audit,
        ToolStore tools,
        LearnedQueryStore learnedQueries,
        ExecutionStore executions,
        ConnectionStore connections,
        IntegrationStore integrations,
        ConsentStore consents,
        TaskStore tasks,
        ScheduleStore schedules,
        TriggerStore triggers,
        WorkflowStore workflows,
        WorkflowDefinitionStore workflowDefinitions,
        WebhookStore webhooks,
        WebSessionStore webSessions,
        WebChatStore webChats,
        ReplyStore replies,
        ResponseStore responses,
        FileStore files,
        KnowledgeStore knowledge,
        RunStore runs,
        BaselineStore baselines,
        IdempotencyStore idempotency,
        Transactions transactions)
        implements Stores {
    public static PostgresStores of(Db db, SecretBox box, TaskStore tasks) {
        return new PostgresStores(
                new PgAccountStore(db),
                new PgProfileStore(db),
                new PgGroupStore(db),
                new PgMembershipStore(db),
                new PgSessionStore(db),
                new PgApiKeyStore(db),
                new PgSigningKeyStore(db, box),
                new PgConversationStore(db),
                new PgAgentStore(db, box),
                new PgAssistantStore(db),
                new PgEvaluationStore(db),
                new PgApprovalStore(db, box),
                new PgModelStore(db, box),
                new PgMemoryStore(db),
                new PgUsageStore(db),
                new PgIdentityStore(db),
                new PgOAuthStateStore(db, box),
                new PgOAuthClientStore(db),
                new PgAuthorizedCodeStore(db),
                new PgInvitationStore(db),
                new PgFactorStore(db, box),
                new PgAccountTokenStore(db),
                new PgMailStore(db, box),
                new PgSettingsStore(db, box),
                new PgAuditStore(db),
                new PgToolStore(db),
                new PgLearnedQueryStore(db),
                new PgExecutionStore(db, box),
                new PgConnectionStore(db, box),
                new PgIntegrationStore(db, box),
                new PgConsentStore(db, box),
                tasks,
                new PgScheduleStore(db),
                new PgTriggerStore(db, box),
                new PgWorkflowStore(db),
                new PgWorkflowDefinitionStore(db),
                new PgWebhookStore(db, box),
                new PgWebSessionStore(db, box),
                new PgWebChatStore(db),
                new PgReplyStore(db),
                new PgResponseStore(db, box),
                new PgFileStore(db),
                new PgKnowledgeStore(db),
                new PgRunStore(db),
                new PgBaselineStore(db),
                new PgIdempotencyStore(db, box),
                db);
    }
}
