package dev.guildhall.ports.storage;

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

/**
 * The stores of another installation, of which a subclass overrides some: this is how to replace a single store (operation-11). A core
 * that has these stores makes the others use the replacement ({@link #referTo}), and erases users in it too. A replacement
 * takes part in transactions only if it implements that itself. In a database whose tables refer to each other a
 * replacement has to store what others refer to, as one that forwards does. Thread-safe as far as both are.
 */
@FunctionalInterface
public interface ForwardingStores extends Stores {
    /** The stores that are not overridden. */
    Stores others();

    @Override
    default void referTo(Stores all) {
        others().referTo(all);
    }

    @Override
    default Transactions transactions() {
        return others().transactions();
    }

    @Override
    default AccountStore accounts() {
        return others().accounts();
    }

    @Override
    default ProfileStore profiles() {
        return others().profiles();
    }

    @Override
    default GroupStore groups() {
        return others().groups();
    }

    @Override
    default MembershipStore memberships() {
        return others().memberships();
    }

    @Override
    default SessionStore sessions() {
        return others().sessions();
    }

    @Override
    default ApiKeyStore apiKeys() {
        return others().apiKeys();
    }

    @Override
    default SigningKeyStore signingKeys() {
        return others().signingKeys();
    }

    @Override
    default IdentityStore identities() {
        return others().identities();
    }

    @Override
    default OAuthStateStore oauthStates() {
        return others().oauthStates();
    }

    @Override
    default OAuthClientStore oauthClients() {
        return others().oauthClients();
    }

    @Override
    default AuthorizedCodeStore authorizedCodes() {
        return others().authorizedCodes();
    }

    @Override
    default InvitationStore invitations() {
        return others().invitations();
    }

    @Override
    default FactorStore factors() {
        return others().factors();
    }

    @Override
    default AccountTokenStore accountTokens() {
        return others().accountTokens();
    }

    @Override
    default MailStore mails() {
        return others().mails();
    }

    @Override
    default SettingsStore settings() {
        return others().settings();
    }

    @Override
    default AuditStore audit() {
        return others().audit();
    }

    @Override
    default ConversationStore conversations() {
        return others().conversations();
    }

    @Override
    default AgentStore agents() {
        return others().agents();
    }

    @Override
    default AssistantStore assistants() {
        return others().assistants();
    }

    @Override
    default TriggerStore triggers() {
        return others().triggers();
    }

    @Override
    default ScheduleStore schedules() {
        return others().schedules();
    }

    @Override
    default WorkflowDefinitionStore workflowDefinitions() {
        return others().workflowDefinitions();
    }

    @Override
    default EvaluationStore evaluations() {
        return others().evaluations();
    }

    @Override
    default ApprovalStore approvals() {
        return others().approvals();
    }

    @Override
    default UsageStore usage() {
        return others().usage();
    }

    @Override
    default ModelStore models() {
        return others().models();
    }

    @Override
    default MemoryStore memories() {
        return others().memories();
    }

    @Override
    default ToolStore tools() {
        return others().tools();
    }

    @Override
    default LearnedQueryStore learnedQueries() {
        return others().learnedQueries();
    }

    @Override
    default ExecutionStore executions() {
        return others().executions();
    }

    @Override
    default IdempotencyStore idempotency() {
        return others().idempotency();
    }

    @Override
    default ConnectionStore connections() {
        return others().connections();
    }

    @Override
    default IntegrationStore integrations() {
        return others().integrations();
    }

    @Override
    default ConsentStore consents() {
        return others().consents();
    }

    @Override
    default TaskStore tasks() {
        return others().tasks();
    }

    @Override
    default WorkflowStore workflows() {
        return others().workflows();
    }

    @Override
    default RunStore runs() {
        return others().runs();
    }

    @Override
    default BaselineStore baselines() {
        return others().baselines();
    }

    @Override
    default WebhookStore webhooks() {
        return others().webhooks();
    }

    @Override
    default WebSessionStore webSessions() {
        return others().webSessions();
    }

    @Override
    default WebChatStore webChats() {
        return others().webChats();
    }

    @Override
    default ReplyStore replies() {
        return others().replies();
    }

    @Override
    default ResponseStore responses() {
        return others().responses();
    }

    @Override
    default FileStore files() {
        return others().files();
    }

    @Override
    default KnowledgeStore knowledge() {
        return others().knowledge();
    }
}
