package dev.guildhall.core.inmemory;

import dev.guildhall.core.inmemory.account.InMemoryAccountStore;
import dev.guildhall.core.inmemory.account.InMemoryApiKeyStore;
import dev.guildhall.core.inmemory.account.InMemoryAuditStore;
import dev.guildhall.core.inmemory.account.InMemoryAuthorizedCodeStore;
import dev.guildhall.core.inmemory.account.InMemoryGroupStore;
import dev.guildhall.core.inmemory.account.InMemoryIdentityStore;
import dev.guildhall.core.inmemory.account.InMemoryMembershipStore;
import dev.guildhall.core.inmemory.account.InMemoryOAuthClientStore;
import dev.guildhall.core.inmemory.account.InMemoryOAuthStateStore;
import dev.guildhall.core.inmemory.account.InMemoryProfileStore;
import dev.guildhall.core.inmemory.account.InMemorySessionStore;
import dev.guildhall.core.inmemory.account.InMemorySigningKeyStore;
import dev.guildhall.core.inmemory.task.InMemoryTaskStore;
import dev.guildhall.core.inmemory.task.InMemoryWorkflowStore;
import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.ports.IdempotencyStore;
import dev.guildhall.ports.Transactions;
import dev.guildhall.ports.account.AccountStore;
import dev.guildhall.ports.agent.AgentStore;
import dev.guildhall.ports.agent.ConversationStore;
import dev.guildhall.ports.apikey.ApiKeyStore;
import dev.guildhall.ports.audit.AuditStore;
import dev.guildhall.ports.authorization.AuthorizedCodeStore;
import dev.guildhall.ports.authorization.OAuthClientStore;
import dev.guildhall.ports.connection.ConnectionStore;
import dev.guildhall.ports.connection.ConsentStore;
import dev.guildhall.ports.execution.ExecutionStore;
import dev.guildhall.ports.file.FileStore;
import dev.guildhall.ports.group.GroupStore;
import dev.guildhall.ports.group.MembershipStore;
import dev.guildhall.ports.key.SigningKeyStore;
import dev.guildhall.ports.memory.MemoryStore;
import dev.guildhall.ports.oauth.IdentityStore;
import dev.guildhall.ports.oauth.OAuthStateStore;
import dev.guildhall.ports.profile.ProfileStore;
import dev.guildhall.ports.run.BaselineStore;
import dev.guildhall.ports.run.RunStore;
import dev.guildhall.ports.session.SessionStore;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.task.TaskStore;
import dev.guildhall.ports.tool.LearnedQueryStore;
import dev.guildhall.ports.tool.ToolStore;
import dev.guildhall.ports.usage.UsageStore;
import dev.guildhall.ports.webchat.ReplyStore;
import dev.guildhall.ports.webchat.WebChatStore;
import dev.guildhall.ports.webchat.WebSessionStore;
import dev.guildhall.ports.workflow.WorkflowStore;
import java.time.InstantSource;

/** All stores in memory, empty at first. */
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
        AuditStore audit,
        ConversationStore conversations,
        MemoryStore memories,
        AgentStore agents,
        UsageStore usage,
        ToolStore tools,
        LearnedQueryStore learnedQueries,
        ExecutionStore executions,
        ConnectionStore connections,
        ConsentStore consents,
        IdempotencyStore idempotency,
        TaskStore tasks,
        WorkflowStore workflows,
        WebSessionStore webSessions,
        WebChatStore webChats,
        ReplyStore replies,
        FileStore files,
        RunStore runs,
        BaselineStore baselines,
        Transactions transactions)
        implements Stores {
    /** Empty stores that share one undo log. */
    public static Stores empty() {
        return empty(SystemTime.CLOCK);
    }

    /** Empty stores, with a clock that gives tasks their times. */
    public static Stores empty(InstantSource clock) {
        InMemoryTransactions transactions = new InMemoryTransactions();
        InMemoryProfileStore profiles = new InMemoryProfileStore(transactions);
        InMemoryAccountStore accounts = new InMemoryAccountStore(transactions, profiles);
        InMemoryAuditStore audit = new InMemoryAuditStore(transactions, accounts);
        InMemoryConversationStore conversations = new InMemoryConversationStore(transactions, accounts);
        InMemoryMembershipStore memberships = new InMemoryMembershipStore(transactions, profiles);
        InMemoryGroupStore groups = new InMemoryGroupStore(transactions, memberships);
        InMemoryBaselineStore baselines = new InMemoryBaselineStore(transactions);
        InMemoryTaskStore tasks = new InMemoryTaskStore(transactions, accounts, clock);
        InMemoryWebChatStore webChats = new InMemoryWebChatStore(transactions, conversations);
        return new InMemoryStores(
                accounts,
                profiles,
                groups,
                memberships,
                new InMemorySessionStore(transactions, accounts, audit),
                new InMemoryApiKeyStore(transactions, accounts, groups, memberships),
                new InMemorySigningKeyStore(transactions),
                new InMemoryIdentityStore(transactions),
                new InMemoryOAuthStateStore(transactions),
                new InMemoryOAuthClientStore(transactions),
                new InMemoryAuthorizedCodeStore(transactions),
                audit,
                conversations,
                new InMemoryMemoryStore(transactions, accounts),
                new InMemoryAgentStore(transactions, accounts, conversations),
                new InMemoryUsageStore(transactions, accounts, groups),
                new InMemoryToolStore(transactions, accounts),
                new InMemoryLearnedQueryStore(transactions, accounts),
                new InMemoryExecutionStore(transactions, tasks),
                new InMemoryConnectionStore(transactions),
                new InMemoryConsentStore(transactions),
                new InMemoryIdempotencyStore(transactions),
                tasks,
                new InMemoryWorkflowStore(transactions, tasks),
                new InMemoryWebSessionStore(transactions),
                webChats,
                new InMemoryReplyStore(transactions, webChats),
                new InMemoryFileStore(transactions, accounts),
                new InMemoryRunStore(transactions, baselines),
                baselines,
                transactions);
    }
}
