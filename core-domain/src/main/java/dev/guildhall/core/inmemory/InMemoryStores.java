package dev.guildhall.core.inmemory;

import dev.guildhall.core.inmemory.account.InMemoryAccountStore;
import dev.guildhall.core.inmemory.account.InMemoryAccountTokenStore;
import dev.guildhall.core.inmemory.account.InMemoryApiKeyStore;
import dev.guildhall.core.inmemory.account.InMemoryAuditStore;
import dev.guildhall.core.inmemory.account.InMemoryAuthorizedCodeStore;
import dev.guildhall.core.inmemory.account.InMemoryFactorStore;
import dev.guildhall.core.inmemory.account.InMemoryGroupStore;
import dev.guildhall.core.inmemory.account.InMemoryIdentityStore;
import dev.guildhall.core.inmemory.account.InMemoryInvitationStore;
import dev.guildhall.core.inmemory.account.InMemoryMailStore;
import dev.guildhall.core.inmemory.account.InMemoryMembershipStore;
import dev.guildhall.core.inmemory.account.InMemoryOAuthClientStore;
import dev.guildhall.core.inmemory.account.InMemoryOAuthStateStore;
import dev.guildhall.core.inmemory.account.InMemoryProfileStore;
import dev.guildhall.core.inmemory.account.InMemorySessionStore;
import dev.guildhall.core.inmemory.account.InMemorySettingsStore;
import dev.guildhall.core.inmemory.account.InMemorySigningKeyStore;
import dev.guildhall.core.inmemory.defaults.SystemTime;
import dev.guildhall.core.inmemory.task.InMemoryTaskStore;
import dev.guildhall.core.inmemory.task.InMemoryWorkflowDefinitionStore;
import dev.guildhall.core.inmemory.task.InMemoryWorkflowStore;
import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
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
import java.time.InstantSource;

/**
 * All stores in memory, empty at first.
 *
 * @param all the stores that these are a part of, in which they find each other
 */
public record InMemoryStores(
        AccountStore accounts,
        ProfileStore profiles,
        GroupStore groups,
        MembershipStore memberships,
        SessionStore sessions,
        ApiKeyStore apiKeys,
        SigningKeyStore signingKeys,
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
        ConversationStore conversations,
        ModelStore models,
        MemoryStore memories,
        AgentStore agents,
        AssistantStore assistants,
        EvaluationStore evaluations,
        ApprovalStore approvals,
        UsageStore usage,
        ToolStore tools,
        LearnedQueryStore learnedQueries,
        ExecutionStore executions,
        ConnectionStore connections,
        IntegrationStore integrations,
        ConsentStore consents,
        IdempotencyStore idempotency,
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
        Transactions transactions,
        Stores all)
        implements Stores {
    /** Empty stores that share one undo log. */
    public static Stores empty() {
        return empty(SystemTime.CLOCK);
    }

    /** Empty stores, with a clock that gives tasks their times. */
    public static Stores empty(InstantSource clock) {
        return empty(clock, new InMemoryTransactions());
    }

    /** Empty stores that take part in the same transactions as others. */
    static Stores empty(InstantSource clock, InMemoryTransactions transactions) {
        LinkedStores all = new LinkedStores();
        InMemoryStores stores = new InMemoryStores(
                new InMemoryAccountStore(transactions, all),
                new InMemoryProfileStore(transactions),
                new InMemoryGroupStore(transactions, all),
                new InMemoryMembershipStore(transactions, all),
                new InMemorySessionStore(transactions, all),
                new InMemoryApiKeyStore(transactions, all),
                new InMemorySigningKeyStore(transactions),
                new InMemoryIdentityStore(transactions),
                new InMemoryOAuthStateStore(transactions),
                new InMemoryOAuthClientStore(transactions),
                new InMemoryAuthorizedCodeStore(transactions),
                new InMemoryInvitationStore(transactions),
                new InMemoryFactorStore(transactions, all),
                new InMemoryAccountTokenStore(transactions, all),
                new InMemoryMailStore(transactions),
                new InMemorySettingsStore(transactions),
                new InMemoryAuditStore(transactions, all),
                new InMemoryConversationStore(transactions, all),
                new InMemoryModelStore(transactions),
                new InMemoryMemoryStore(transactions, all),
                new InMemoryAgentStore(transactions, all),
                new InMemoryAssistantStore(transactions, all),
                new InMemoryEvaluationStore(transactions, all),
                new InMemoryApprovalStore(transactions, all),
                new InMemoryUsageStore(transactions, all),
                new InMemoryToolStore(transactions, all),
                new InMemoryLearnedQueryStore(transactions, all),
                new InMemoryExecutionStore(transactions, all),
                new InMemoryConnectionStore(transactions),
                new InMemoryIntegrationStore(transactions),
                new InMemoryConsentStore(transactions),
                new InMemoryIdempotencyStore(transactions),
                new InMemoryTaskStore(transactions, all, clock),
                new InMemoryScheduleStore(transactions, all, clock),
                new InMemoryTriggerStore(transactions, all),
                new InMemoryWorkflowStore(transactions, all, clock),
                new InMemoryWorkflowDefinitionStore(transactions, all),
                new InMemoryWebhookStore(transactions, all, clock),
                new InMemoryWebSessionStore(transactions),
                new InMemoryWebChatStore(transactions, all),
                new InMemoryReplyStore(transactions, all),
                new InMemoryResponseStore(transactions),
                new InMemoryFileStore(transactions, all),
                new InMemoryKnowledgeStore(transactions, all),
                new InMemoryRunStore(transactions, all),
                new InMemoryBaselineStore(transactions),
                transactions,
                all);
        all.referTo(stores);
        return stores;
    }

    @Override
    public void referTo(Stores stores) {
        all.referTo(stores);
    }
}
