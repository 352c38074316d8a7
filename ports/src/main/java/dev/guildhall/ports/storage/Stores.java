package dev.guildhall.ports.storage;

import dev.guildhall.ports.IdempotencyStore;
import dev.guildhall.ports.UserData;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.agent.AgentStore;
import dev.guildhall.ports.agent.ConversationStore;
import dev.guildhall.ports.approval.ApprovalStore;
import dev.guildhall.ports.assistant.AssistantStore;
import dev.guildhall.ports.evaluation.EvaluationStore;
import dev.guildhall.ports.file.FileStore;
import dev.guildhall.ports.knowledge.KnowledgeStore;
import dev.guildhall.ports.memory.MemoryStore;
import dev.guildhall.ports.model.ModelStore;
import dev.guildhall.ports.response.ResponseStore;
import dev.guildhall.ports.run.BaselineStore;
import dev.guildhall.ports.run.RunStore;
import dev.guildhall.ports.schedule.ScheduleStore;
import dev.guildhall.ports.task.TaskStore;
import dev.guildhall.ports.trigger.TriggerStore;
import dev.guildhall.ports.usage.UsageStore;
import dev.guildhall.ports.webchat.ReplyStore;
import dev.guildhall.ports.webchat.WebChatStore;
import dev.guildhall.ports.webchat.WebSessionStore;
import dev.guildhall.ports.webhook.WebhookStore;
import dev.guildhall.ports.workflow.WorkflowDefinitionStore;
import dev.guildhall.ports.workflow.WorkflowStore;
import java.util.List;

/**
 * All stores of one installation. They take part in the same transactions, so an adapter implements all of them. To
 * replace one of them, see {@link ForwardingStores}.
 */
public interface Stores extends AccountStores, ToolStores {
    /** How many records {@link #erase(UserId)} removes in one transaction. */
    int ERASED_AT_ONCE = 500;

    /** Requests with idempotency keys. */
    IdempotencyStore idempotency();

    /** Conversations. */
    ConversationStore conversations();

    /** Data of the agent beside the conversations. */
    AgentStore agents();

    /** Assistants. */
    AssistantStore assistants();

    /** Cases and evaluations of assistants. */
    EvaluationStore evaluations();

    /** Policies of users, and answers that wait for approvals. */
    ApprovalStore approvals();

    /** The usage of language models. */
    UsageStore usage();

    /** Models that administrators set up. */
    ModelStore models();

    /** Memories. */
    MemoryStore memories();

    /** The task queue. */
    TaskStore tasks();

    /** Schedules and their starts. */
    ScheduleStore schedules();

    /** Triggers and their calls. */
    TriggerStore triggers();

    /** Workflows, and the agent service's tasks. */
    WorkflowStore workflows();

    /** Kept definitions of workflows. */
    WorkflowDefinitionStore workflowDefinitions();
    /** Webhooks, and what is to be sent to them. */
    WebhookStore webhooks();

    /** Browser sessions. */
    WebSessionStore webSessions();

    /** The lists of chats of web users. */
    WebChatStore webChats();

    /** Answers in the chats of web users. */
    ReplyStore replies();

    /** Stored answers of responses. */
    ResponseStore responses();

    /** Files that users upload. */
    FileStore files();

    /** Collections of documents. */
    KnowledgeStore knowledge();

    /** Test runs. */
    RunStore runs();

    /** Baselines of test runs. */
    BaselineStore baselines();

    /**
     * Makes these stores use the given ones wherever one of them needs another: for example those of memories ask {@code
     * all.accounts()} for an account. The core calls this with the stores that it was given; the last call counts. Stores
     * that need no others, such as those of one database, do nothing.
     *
     * @param all the stores that these are a part of
     */
    default void referTo(Stores all) {}

    /**
     * Ends an account at once, in a time that does not grow with its data (accounts-21): nothing finds it any more, its
     * address and its identities can be used by another account, its memberships, profiles, identities, API keys, pending
     * consents, webhooks and unended tasks are removed, other users see its assistants and collections no more, and its sessions are live no more. What else belongs to it is left to {@link
     * #erase(UserId, int)}; until then stores may return it, and may take more of it. Part of the open transaction, if there
     * is one. The caller decides before who becomes the owner of its groups.
     *
     * @return false when there is no such account
     */
    default boolean removeAccount(UserId user) {
        return transactions().inTransaction(() -> {
            boolean removed = accounts().remove(user);
            if (removed) {
                List.of(memberships(), profiles(), identities(), groups(), consents())
                        .forEach(store -> store.erase(user, Integer.MAX_VALUE));
                apiKeys().removeAll(user);
                tasks().removeUnended(user);
                webhooks().removeAll(user);
                assistants().unshare(user);
                knowledge().unshare(user);
            }
            return removed;
        });
    }

    /**
     * Removes a part of what is left of a removed account in all stores, in one transaction; at last all is removed that
     * was written for it. Has no effect while another caller is at the same account, and for an account that was not
     * removed. A user of another issuer, who has no account, can be erased at any time.
     *
     * @param most how many records at most, more than 0; what refers to a removed record may be removed in addition
     * @return how many records were removed; 0 when nothing is left, or another caller is at it
     */
    default int erase(UserId user, int most) {
        return transactions().inTransaction(() -> {
            if (!user.isExternal() && !accounts().lockRemoved(user)) {
                return 0;
            }
            int erased = 0;
            for (UserData store : withUserData()) {
                erased += erased < most ? store.erase(user, most - erased) : 0;
            }
            return erased > 0 ? erased : accounts().erase(user, most);
        });
    }

    /**
     * Removes a user everywhere: the account with all that belongs to it, in batches that are transactions of their own
     * unless one is open.
     *
     * @return false when there was no such account
     */
    default boolean erase(UserId user) {
        boolean removed = removeAccount(user);
        int erased;
        do {
            erased = erase(user, ERASED_AT_ONCE);
        } while (erased > 0);
        return removed;
    }

    /** Parents come before what they own elsewhere, in the order in which other transactions lock them. */
    private List<UserData> withUserData() {
        return List.of(
                schedules(),
                triggers(),
                tasks(),
                workflows(),
                workflowDefinitions(),
                webhooks(),
                replies(),
                responses(),
                conversations(),
                sessions(),
                webSessions(),
                webChats(),
                memories(),
                knowledge(),
                files(),
                tools(),
                executions(),
                idempotency(),
                learnedQueries(),
                agents(),
                approvals(),
                assistants(),
                evaluations(),
                connections(),
                integrations(),
                consents(),
                oauthStates(),
                authorizedCodes(),
                invitations(),
                accountTokens(),
                factors(),
                usage(),
                audit(),
                memberships(),
                profiles(),
                identities(),
                groups(),
                apiKeys());
    }
}
