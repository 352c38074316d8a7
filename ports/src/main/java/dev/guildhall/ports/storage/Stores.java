package dev.guildhall.ports.storage;

import dev.guildhall.ports.IdempotencyStore;
import dev.guildhall.ports.agent.AgentStore;
import dev.guildhall.ports.agent.ConversationStore;
import dev.guildhall.ports.file.FileStore;
import dev.guildhall.ports.memory.MemoryStore;
import dev.guildhall.ports.run.BaselineStore;
import dev.guildhall.ports.run.RunStore;
import dev.guildhall.ports.task.TaskStore;
import dev.guildhall.ports.usage.UsageStore;
import dev.guildhall.ports.webchat.ReplyStore;
import dev.guildhall.ports.webchat.WebChatStore;
import dev.guildhall.ports.webchat.WebSessionStore;
import dev.guildhall.ports.workflow.WorkflowStore;

/** All stores of one installation. They take part in the same transactions, so an adapter implements all of them. */
public interface Stores extends AccountStores, ToolStores {
    /** Requests with idempotency keys. */
    IdempotencyStore idempotency();

    /** Conversations. */
    ConversationStore conversations();

    /** Data of the agent beside the conversations. */
    AgentStore agents();

    /** The usage of language models. */
    UsageStore usage();

    /** Memories. */
    MemoryStore memories();

    /** The task queue. */
    TaskStore tasks();

    /** Workflows, and the agent service's tasks. */
    WorkflowStore workflows();

    /** Browser sessions. */
    WebSessionStore webSessions();

    /** The lists of chats of web users. */
    WebChatStore webChats();

    /** Answers in the chats of web users. */
    ReplyStore replies();

    /** Files that users upload. */
    FileStore files();

    /** Test runs. */
    RunStore runs();

    /** Baselines of test runs. */
    BaselineStore baselines();
}
