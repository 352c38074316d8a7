package dev.guildhall.persistence;

import dev.guildhall.ports.storage.Stores;
import dev.guildhall.testkit.contract.AssistantUsageContract;
import dev.guildhall.testkit.contract.BaselineStoreContract;
import dev.guildhall.testkit.contract.CountedForContract;
import dev.guildhall.testkit.contract.FileStoreContract;
import dev.guildhall.testkit.contract.KnowledgeStoreContract;
import dev.guildhall.testkit.contract.ReplyStoreContract;
import dev.guildhall.testkit.contract.ResponseStoreContract;
import dev.guildhall.testkit.contract.TransactionsContract;
import dev.guildhall.testkit.contract.UsageStoreContract;
import dev.guildhall.testkit.contract.UsageSumsContract;
import dev.guildhall.testkit.contract.WebChatStoreContract;
import dev.guildhall.testkit.contract.WebSessionStoreContract;
import dev.guildhall.testkit.contract.WebhookStoreContract;
import dev.guildhall.testkit.contract.account.AccountRemovalContract;
import dev.guildhall.testkit.contract.account.AccountStoreContract;
import dev.guildhall.testkit.contract.account.AccountTokenStoreContract;
import dev.guildhall.testkit.contract.account.ApiKeyStoreContract;
import dev.guildhall.testkit.contract.account.AuditStoreContract;
import dev.guildhall.testkit.contract.account.AuthorizedCodeStoreContract;
import dev.guildhall.testkit.contract.account.FactorStoreContract;
import dev.guildhall.testkit.contract.account.GroupRacesContract;
import dev.guildhall.testkit.contract.account.GroupStoreContract;
import dev.guildhall.testkit.contract.account.IdentityStoreContract;
import dev.guildhall.testkit.contract.account.InvitationStoreContract;
import dev.guildhall.testkit.contract.account.MailStoreContract;
import dev.guildhall.testkit.contract.account.MembershipStoreContract;
import dev.guildhall.testkit.contract.account.OAuthClientStoreContract;
import dev.guildhall.testkit.contract.account.ProfileStoreContract;
import dev.guildhall.testkit.contract.account.RefreshGraceContract;
import dev.guildhall.testkit.contract.account.SessionRacesContract;
import dev.guildhall.testkit.contract.account.SessionStoreContract;
import dev.guildhall.testkit.contract.account.SessionSweepContract;
import dev.guildhall.testkit.contract.account.SettingsStoreContract;
import dev.guildhall.testkit.contract.agent.AgentStoreContract;
import dev.guildhall.testkit.contract.agent.ApprovalStoreContract;
import dev.guildhall.testkit.contract.agent.MemoryFeedContract;
import dev.guildhall.testkit.contract.agent.MemoryRacesContract;
import dev.guildhall.testkit.contract.agent.MemoryStoreContract;
import dev.guildhall.testkit.contract.agent.ToolUseStorageContract;
import dev.guildhall.testkit.contract.tool.LearnedQueryStoreContract;
import dev.guildhall.testkit.contract.tool.ToolIndexSyncContract;
import dev.guildhall.testkit.contract.tool.ToolListContract;
import dev.guildhall.testkit.contract.tool.ToolStoreContract;
import org.junit.jupiter.api.Nested;

/** The contracts of the stores that need nothing else than the stores. */
class PgStoreContractsIT {
    Stores storesUnderTest() {
        return TestPostgres.stores();
    }

    private abstract class OnPostgres extends StoresOnPostgres {
        private OnPostgres() {
            super(PgStoreContractsIT.this::storesUnderTest);
        }
    }

    @Nested
    class PgAccountRemoval extends OnPostgres implements AccountRemovalContract {}

    @Nested
    class PgAccountStore extends OnPostgres implements AccountStoreContract {}

    @Nested
    class PgAuditStore extends OnPostgres implements AuditStoreContract {}

    @Nested
    class PgGroupRaces extends OnPostgres implements GroupRacesContract {}

    @Nested
    class PgGroupStore extends OnPostgres implements GroupStoreContract {}

    @Nested
    class PgIdentityStore extends OnPostgres implements IdentityStoreContract {}

    @Nested
    class PgMembershipStore extends OnPostgres implements MembershipStoreContract {}

    @Nested
    class PgApiKeyStore extends OnPostgres implements ApiKeyStoreContract {}

    @Nested
    class PgAuthorizedCodeStore extends OnPostgres implements AuthorizedCodeStoreContract {}

    @Nested
    class PgOAuthClientStore extends OnPostgres implements OAuthClientStoreContract {}

    @Nested
    class PgProfileStore extends OnPostgres implements ProfileStoreContract {}

    @Nested
    class PgRefreshGrace extends OnPostgres implements RefreshGraceContract {}

    @Nested
    class PgSessionRaces extends OnPostgres implements SessionRacesContract {}

    @Nested
    class PgSessionStore extends OnPostgres implements SessionStoreContract {}

    @Nested
    class PgSessionSweep extends OnPostgres implements SessionSweepContract {}

    @Nested
    class PgAgentStore extends OnPostgres implements AgentStoreContract {}

    @Nested
    class PgToolUseStorage extends OnPostgres implements ToolUseStorageContract {}

    @Nested
    class PgUsageStore extends OnPostgres implements UsageStoreContract {}

    @Nested
    class PgUsageSums extends OnPostgres implements UsageSumsContract {}

    @Nested
    class PgAssistantUsage extends OnPostgres implements AssistantUsageContract {}

    @Nested
    class PgWebhookStore extends OnPostgres implements WebhookStoreContract {}

    @Nested
    class PgTransactions extends OnPostgres implements TransactionsContract {}

    @Nested
    class PgCountedFor extends OnPostgres implements CountedForContract {}

    @Nested
    class PgFileStore extends OnPostgres implements FileStoreContract {}

    @Nested
    class PgKnowledgeStore extends OnPostgres implements KnowledgeStoreContract {}

    @Nested
    class PgMemoryFeed extends OnPostgres implements MemoryFeedContract {}

    @Nested
    class PgMemoryRaces extends OnPostgres implements MemoryRacesContract {}

    @Nested
    class PgMemoryStore extends OnPostgres implements MemoryStoreContract {}

    @Nested
    class PgBaselineStore extends OnPostgres implements BaselineStoreContract {}

    @Nested
    class PgLearnedQueryStore extends OnPostgres implements LearnedQueryStoreContract {}

    @Nested
    class PgToolFeed extends OnPostgres implements ToolIndexSyncContract {}

    @Nested
    class PgToolList extends OnPostgres implements ToolListContract {}

    @Nested
    class PgToolStore extends OnPostgres implements ToolStoreContract {}

    @Nested
    class PgReplyStore extends OnPostgres implements ReplyStoreContract {}

    @Nested
    class PgWebChatStore extends OnPostgres implements WebChatStoreContract {}

    @Nested
    class PgInvitationStore extends OnPostgres implements InvitationStoreContract {}

    @Nested
    class PgFactorStore extends OnPostgres implements FactorStoreContract {}

    @Nested
    class PgAccountTokenStore extends OnPostgres implements AccountTokenStoreContract {}

    @Nested
    class PgMailStore extends OnPostgres implements MailStoreContract {}

    @Nested
    class PgSettingsStore extends OnPostgres implements SettingsStoreContract {}

    @Nested
    class PgApprovalStore extends OnPostgres implements ApprovalStoreContract {}

    @Nested
    class PgResponseStore extends OnPostgres implements ResponseStoreContract {}

    @Nested
    class PgWebSessionStore extends OnPostgres implements WebSessionStoreContract {}
}
