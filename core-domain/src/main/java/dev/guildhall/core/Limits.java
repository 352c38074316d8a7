package dev.guildhall.core;

import dev.guildhall.core.config.AccountLimits;
import dev.guildhall.core.config.AgentLimits;
import dev.guildhall.core.config.CompletionLimits;
import dev.guildhall.core.config.ConnectionLimits;
import dev.guildhall.core.config.FileLimits;
import dev.guildhall.core.config.GroupLimits;
import dev.guildhall.core.config.KnowledgeLimits;
import dev.guildhall.core.config.MemoryLimits;
import dev.guildhall.core.config.OAuthLimits;
import dev.guildhall.core.config.RunLimits;
import dev.guildhall.core.config.TaskLimits;
import dev.guildhall.core.config.ToolLimits;
import dev.guildhall.core.config.WebChatLimits;

/** All limits of the core, by context. */
public record Limits(
        AccountLimits account,
        GroupLimits group,
        OAuthLimits oauth,
        ToolLimits tool,
        ConnectionLimits connection,
        CompletionLimits completion,
        AgentLimits agent,
        MemoryLimits memory,
        TaskLimits task,
        RunLimits run,
        WebChatLimits webchat,
        FileLimits file,
        KnowledgeLimits knowledge) {
    /** The default limits. */
    public static final Limits DEFAULT = new Limits(
            AccountLimits.DEFAULT,
            GroupLimits.DEFAULT,
            OAuthLimits.DEFAULT,
            ToolLimits.DEFAULT,
            ConnectionLimits.DEFAULT,
            CompletionLimits.DEFAULT,
            AgentLimits.DEFAULT,
            MemoryLimits.DEFAULT,
            TaskLimits.DEFAULT,
            RunLimits.DEFAULT,
            WebChatLimits.DEFAULT,
            FileLimits.DEFAULT,
            KnowledgeLimits.DEFAULT);

    /** The same with other limits of accounts. */
    public Limits withAccount(AccountLimits limits) {
        return new Limits(
                limits, group, oauth, tool, connection, completion, agent, memory, task, run, webchat, file, knowledge);
    }

    /** The same with other limits of profiles and groups. */
    public Limits withGroup(GroupLimits limits) {
        return new Limits(
                account,
                limits,
                oauth,
                tool,
                connection,
                completion,
                agent,
                memory,
                task,
                run,
                webchat,
                file,
                knowledge);
    }

    /** The same with other limits of sign-in with providers. */
    public Limits withOAuth(OAuthLimits limits) {
        return new Limits(
                account,
                group,
                limits,
                tool,
                connection,
                completion,
                agent,
                memory,
                task,
                run,
                webchat,
                file,
                knowledge);
    }

    /** The same with other limits of tools. */
    public Limits withTool(ToolLimits limits) {
        return new Limits(
                account,
                group,
                oauth,
                limits,
                connection,
                completion,
                agent,
                memory,
                task,
                run,
                webchat,
                file,
                knowledge);
    }

    /** The same with other limits of language models. */
    public Limits withCompletion(CompletionLimits limits) {
        return new Limits(
                account, group, oauth, tool, connection, limits, agent, memory, task, run, webchat, file, knowledge);
    }

    /** The same with other limits of agents. */
    public Limits withAgent(AgentLimits limits) {
        return new Limits(
                account,
                group,
                oauth,
                tool,
                connection,
                completion,
                limits,
                memory,
                task,
                run,
                webchat,
                file,
                knowledge);
    }

    /** The same with other limits of memories. */
    public Limits withMemory(MemoryLimits limits) {
        return new Limits(
                account,
                group,
                oauth,
                tool,
                connection,
                completion,
                agent,
                limits,
                task,
                run,
                webchat,
                file,
                knowledge);
    }

    /** The same with other limits of tasks. */
    public Limits withTask(TaskLimits limits) {
        return new Limits(
                account,
                group,
                oauth,
                tool,
                connection,
                completion,
                agent,
                memory,
                limits,
                run,
                webchat,
                file,
                knowledge);
    }

    /** The same with other limits of test runs. */
    public Limits withRun(RunLimits limits) {
        return new Limits(
                account,
                group,
                oauth,
                tool,
                connection,
                completion,
                agent,
                memory,
                task,
                limits,
                webchat,
                file,
                knowledge);
    }

    /** The same with other limits of files. */
    public Limits withFile(FileLimits limits) {
        return new Limits(
                account,
                group,
                oauth,
                tool,
                connection,
                completion,
                agent,
                memory,
                task,
                run,
                webchat,
                limits,
                knowledge);
    }

    /** The same with other limits of collections of documents. */
    public Limits withKnowledge(KnowledgeLimits limits) {
        return new Limits(
                account, group, oauth, tool, connection, completion, agent, memory, task, run, webchat, file, limits);
    }
}
