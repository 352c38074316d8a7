package dev.guildhall.persistence;

import dev.guildhall.ports.contract.BaselineStoreContract;
import dev.guildhall.ports.contract.CountedForContract;
import dev.guildhall.ports.contract.FileStoreContract;
import dev.guildhall.ports.contract.ReplyStoreContract;
import dev.guildhall.ports.contract.TransactionsContract;
import dev.guildhall.ports.contract.UsageStoreContract;
import dev.guildhall.ports.contract.UsageSumsContract;
import dev.guildhall.ports.contract.WebChatStoreContract;
import dev.guildhall.ports.contract.WebSessionStoreContract;
import dev.guildhall.ports.contract.account.AccountRemovalContract;
import dev.guildhall.ports.contract.account.AccountStoreContract;
import dev.guildhall.ports.contract.account.ApiKeyStoreContract;
import dev.guildhall.ports.contract.account.AuditStoreContract;
import dev.guildhall.ports.contract.account.AuthorizedCodeStoreContract;
import dev.guildhall.ports.contract.account.GroupRacesContract;
import dev.guildhall.ports.contract.account.GroupStoreContract;
import dev.guildhall.ports.contract.account.IdentityStoreContract;
import dev.guildhall.ports.contract.account.MembershipStoreContract;
import dev.guildhall.ports.contract.account.OAuthClientStoreContract;
import dev.guildhall.ports.contract.account.ProfileStoreContract;
import dev.guildhall.ports.contract.account.RefreshGraceContract;
import dev.guildhall.ports.contract.account.SessionRacesContract;
import dev.guildhall.ports.contract.account.SessionStoreContract;
import dev.guildhall.ports.contract.account.SessionSweepContract;
import dev.guildhall.ports.contract.agent.AgentStoreContract;
import dev.guildhall.ports.contract.agent.MemoryFeedContract;
import dev.guildhall.ports.contract.agent.MemoryRacesContract;
import dev.guildhall.ports.contract.agent.MemoryStoreContract;
import dev.guildhall.ports.contract.agent.ToolUseStorageContract;
import dev.guildhall.ports.contract.tool.LearnedQueryStoreContract;
import dev.guildhall.ports.contract.tool.ToolIndexSyncContract;
import dev.guildhall.ports.contract.tool.ToolListContract;
import dev.guildhall.ports.contract.tool.ToolStoreContract;
import org.junit.jupiter.api.Nested;

/** The contracts of the stores that need nothing else than the stores. */
class PgStoreContractsIT {
    @Nested
    class PgAccountRemoval extends StoresOnPostgres implements AccountRemovalContract {}

    @Nested
    class PgAccountStore extends StoresOnPostgres implements AccountStoreContract {}

    @Nested
    class PgAuditStore extends StoresOnPostgres implements AuditStoreContract {}

    @Nested
    class PgGroupRaces extends StoresOnPostgres implements GroupRacesContract {}

    @Nested
    class PgGroupStore extends StoresOnPostgres implements GroupStoreContract {}

    @Nested
    class PgIdentityStore extends StoresOnPostgres implements IdentityStoreContract {}

    @Nested
    class PgMembershipStore extends StoresOnPostgres implements MembershipStoreContract {}

    @Nested
    class PgApiKeyStore extends StoresOnPostgres implements ApiKeyStoreContract {}

    @Nested
    class PgAuthorizedCodeStore extends StoresOnPostgres implements AuthorizedCodeStoreContract {}

    @Nested
    class PgOAuthClientStore extends StoresOnPostgres implements OAuthClientStoreContract {}

    @Nested
    class PgProfileStore extends StoresOnPostgres implements ProfileStoreContract {}

    @Nested
    class PgRefreshGrace extends StoresOnPostgres implements RefreshGraceContract {}

    @Nested
    class PgSessionRaces extends StoresOnPostgres implements SessionRacesContract {}

    @Nested
    class PgSessionStore extends StoresOnPostgres implements SessionStoreContract {}

    @Nested
    class PgSessionSweep extends StoresOnPostgres implements SessionSweepContract {}

    @Nested
    class PgAgentStore extends StoresOnPostgres implements AgentStoreContract {}

    @Nested
    class PgToolUseStorage extends StoresOnPostgres implements ToolUseStorageContract {}

    @Nested
    class PgUsageStore extends StoresOnPostgres implements UsageStoreContract {}

    @Nested
    class PgUsageSums extends StoresOnPostgres implements UsageSumsContract {}

    @Nested
    class PgTransactions extends StoresOnPostgres implements TransactionsContract {}

    @Nested
    class PgCountedFor extends StoresOnPostgres implements CountedForContract {}

    @Nested
    class PgFileStore extends StoresOnPostgres implements FileStoreContract {}

    @Nested
    class PgMemoryFeed extends StoresOnPostgres implements MemoryFeedContract {}

    @Nested
    class PgMemoryRaces extends StoresOnPostgres implements MemoryRacesContract {}

    @Nested
    class PgMemoryStore extends StoresOnPostgres implements MemoryStoreContract {}

    @Nested
    class PgBaselineStore extends StoresOnPostgres implements BaselineStoreContract {}

    @Nested
    class PgLearnedQueryStore extends StoresOnPostgres implements LearnedQueryStoreContract {}

    @Nested
    class PgToolFeed extends StoresOnPostgres implements ToolIndexSyncContract {}

    @Nested
    class PgToolList extends StoresOnPostgres implements ToolListContract {}

    @Nested
    class PgToolStore extends StoresOnPostgres implements ToolStoreContract {}

    @Nested
    class PgReplyStore extends StoresOnPostgres implements ReplyStoreContract {}

    @Nested
    class PgWebChatStore extends StoresOnPostgres implements WebChatStoreContract {}

    @Nested
    class PgWebSessionStore extends StoresOnPostgres implements WebSessionStoreContract {}
}
