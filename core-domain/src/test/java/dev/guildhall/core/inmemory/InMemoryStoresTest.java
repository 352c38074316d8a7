package dev.guildhall.core.inmemory;

import dev.guildhall.core.inmemory.transaction.InMemoryTransactions;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.testkit.ManualTicker;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.AssistantUsageContract;
import dev.guildhall.testkit.contract.BaselineStoreContract;
import dev.guildhall.testkit.contract.CountedForContract;
import dev.guildhall.testkit.contract.FileStoreContract;
import dev.guildhall.testkit.contract.IdempotencyStoreContract;
import dev.guildhall.testkit.contract.KnowledgeStoreContract;
import dev.guildhall.testkit.contract.ModelStoreContract;
import dev.guildhall.testkit.contract.ReplaceableStores;
import dev.guildhall.testkit.contract.ReplyStoreContract;
import dev.guildhall.testkit.contract.ResponseStoreContract;
import dev.guildhall.testkit.contract.RunStoreContract;
import dev.guildhall.testkit.contract.ScheduleStoreContract;
import dev.guildhall.testkit.contract.TransactionsContract;
import dev.guildhall.testkit.contract.TriggerStoreContract;
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
import dev.guildhall.testkit.contract.account.OAuthStateStoreContract;
import dev.guildhall.testkit.contract.account.ProfileStoreContract;
import dev.guildhall.testkit.contract.account.RefreshGraceContract;
import dev.guildhall.testkit.contract.account.SessionRacesContract;
import dev.guildhall.testkit.contract.account.SessionStoreContract;
import dev.guildhall.testkit.contract.account.SessionSweepContract;
import dev.guildhall.testkit.contract.account.SettingsStoreContract;
import dev.guildhall.testkit.contract.account.SigningKeyStoreContract;
import dev.guildhall.testkit.contract.agent.AgentStoreContract;
import dev.guildhall.testkit.contract.agent.ApprovalStoreContract;
import dev.guildhall.testkit.contract.agent.AssistantStoreContract;
import dev.guildhall.testkit.contract.agent.ConversationStoreContract;
import dev.guildhall.testkit.contract.agent.EvaluationStoreContract;
import dev.guildhall.testkit.contract.agent.MemoryFeedContract;
import dev.guildhall.testkit.contract.agent.MemoryRacesContract;
import dev.guildhall.testkit.contract.agent.MemoryStoreContract;
import dev.guildhall.testkit.contract.agent.ToolUseStorageContract;
import dev.guildhall.testkit.contract.task.TaskStoreContract;
import dev.guildhall.testkit.contract.task.WorkflowDefinitionStoreContract;
import dev.guildhall.testkit.contract.task.WorkflowStoreContract;
import dev.guildhall.testkit.contract.tool.ConnectionStoreContract;
import dev.guildhall.testkit.contract.tool.ConsentStoreContract;
import dev.guildhall.testkit.contract.tool.ExecutionStoreContract;
import dev.guildhall.testkit.contract.tool.IntegrationStoreContract;
import dev.guildhall.testkit.contract.tool.LearnedQueryStoreContract;
import dev.guildhall.testkit.contract.tool.ToolIndexSyncContract;
import dev.guildhall.testkit.contract.tool.ToolListContract;
import dev.guildhall.testkit.contract.tool.ToolStoreContract;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Nested;

/** Every contract of a store that the stores in memory have to fulfil together, also with any one of them replaced. */
class InMemoryStoresTest {
    private ManualTicker time = new ManualTicker(Sample.NOW.plusSeconds(1));
    private Stores stores = InMemoryStores.empty(time);

    abstract class InMemory implements ReplaceableStores {
        public Stores stores() {
            return stores;
        }

        public void passTime(Duration duration) {
            time.advance(duration);
        }

        @Override
        public void begin(UnaryOperator<Stores> change) {
            time = new ManualTicker(Sample.NOW.plusSeconds(1));
            stores = change.apply(InMemoryStores.empty(time));
        }

        /** Others with data of their own, which take part in the same transactions. */
        @Override
        public Stores spare(Stores stores) {
            return InMemoryStores.empty(time, (InMemoryTransactions) stores.transactions());
        }
    }

    @Nested
    class Agent extends InMemory implements AgentStoreContract {}

    @Nested
    class Reply extends InMemory implements ReplyStoreContract {}

    @Nested
    class Audit extends InMemory implements AuditStoreContract {}

    @Nested
    class Connection extends InMemory implements ConnectionStoreContract {}

    @Nested
    class Consent extends InMemory implements ConsentStoreContract {}

    @Nested
    class Baseline extends InMemory implements BaselineStoreContract {}

    @Nested
    class Conversation extends InMemory implements ConversationStoreContract, ToolUseStorageContract {}

    @Nested
    class CountedFor extends InMemory implements CountedForContract {}

    @Nested
    class Execution extends InMemory implements ExecutionStoreContract {}

    @Nested
    class File extends InMemory implements FileStoreContract {}

    @Nested
    class Knowledge extends InMemory implements KnowledgeStoreContract {}

    @Nested
    class GroupRaces extends InMemory implements GroupRacesContract {}

    @Nested
    class Idempotency extends InMemory implements IdempotencyStoreContract {}

    @Nested
    class LearnedQuery extends InMemory implements LearnedQueryStoreContract {}

    @Nested
    class MemoryFeed extends InMemory implements MemoryFeedContract {}

    @Nested
    class MemoryRaces extends InMemory implements MemoryRacesContract {}

    @Nested
    class Memory extends InMemory implements MemoryStoreContract {}

    @Nested
    class RefreshGrace extends InMemory implements RefreshGraceContract {}

    @Nested
    class Run extends InMemory implements RunStoreContract {}

    @Nested
    class SessionSweep extends InMemory implements SessionSweepContract {}

    @Nested
    class ToolFeed extends InMemory implements ToolIndexSyncContract {
        @Override
        public boolean readsWhileOthersWrite() {
            return false;
        }
    }

    @Nested
    class ToolList extends InMemory implements ToolListContract {}

    @Nested
    class Tool extends InMemory implements ToolStoreContract {}

    @Nested
    class Usage extends InMemory implements UsageStoreContract {}

    @Nested
    class UsageSums extends InMemory implements UsageSumsContract {}

    @Nested
    class AssistantUsage extends InMemory implements AssistantUsageContract {}

    @Nested
    class WebChat extends InMemory implements WebChatStoreContract {}

    @Nested
    class Approval extends InMemory implements ApprovalStoreContract {}

    @Nested
    class Trigger extends InMemory implements TriggerStoreContract {}

    @Nested
    class Schedule extends InMemory implements ScheduleStoreContract {}

    @Nested
    class Evaluation extends InMemory implements EvaluationStoreContract {}

    @Nested
    class Response extends InMemory implements ResponseStoreContract {}

    @Nested
    class WebSession extends InMemory implements WebSessionStoreContract {}

    @Nested
    class AccountRemoval extends InMemory implements AccountRemovalContract {}

    @Nested
    class Account extends InMemory implements AccountStoreContract {}

    @Nested
    class Group extends InMemory implements GroupStoreContract {}

    @Nested
    class Identity extends InMemory implements IdentityStoreContract {}

    @Nested
    class Membership extends InMemory implements MembershipStoreContract {}

    @Nested
    class Invitation extends InMemory implements InvitationStoreContract {}

    @Nested
    class Factor extends InMemory implements FactorStoreContract {}

    @Nested
    class AccountToken extends InMemory implements AccountTokenStoreContract {}

    @Nested
    class Mail extends InMemory implements MailStoreContract {}

    @Nested
    class Settings extends InMemory implements SettingsStoreContract {}

    @Nested
    class OAuthState extends InMemory implements OAuthStateStoreContract {}

    @Nested
    class ApiKey extends InMemory implements ApiKeyStoreContract {}

    @Nested
    class AuthorizedCode extends InMemory implements AuthorizedCodeStoreContract {}

    @Nested
    class OAuthClient extends InMemory implements OAuthClientStoreContract {}

    @Nested
    class Profile extends InMemory implements ProfileStoreContract {}

    @Nested
    class Integration extends InMemory implements IntegrationStoreContract {}

    @Nested
    class Assistant extends InMemory implements AssistantStoreContract {}

    @Nested
    class WorkflowDefinition extends InMemory implements WorkflowDefinitionStoreContract {}

    @Nested
    class Model extends InMemory implements ModelStoreContract {}

    @Nested
    class Session extends InMemory implements SessionRacesContract, SessionStoreContract {}

    @Nested
    class SigningKey extends InMemory implements SigningKeyStoreContract {}

    @Nested
    class Task extends InMemory implements TaskStoreContract {}

    @Nested
    class Webhook extends InMemory implements WebhookStoreContract {}

    @Nested
    class Workflow extends InMemory implements WorkflowStoreContract {}

    @Nested
    class Transactions extends InMemory implements TransactionsContract {}
}
