package dev.guildhall.core;

import dev.guildhall.core.account.AccountLimits;
import dev.guildhall.core.account.GroupLimits;
import dev.guildhall.core.agent.AgentLimits;

/**
 * Every bound of the core, by context.
 *
 * @param account of accounts and sessions
 * @param group of profiles and groups
 * @param agent of agents and conversations
 */
public record Limits(AccountLimits account, GroupLimits group, AgentLimits agent) {
    /** What holds where nothing else was asked for. */
    public static final Limits DEFAULT = new Limits(AccountLimits.DEFAULT, GroupLimits.DEFAULT, AgentLimits.DEFAULT);

    /** The same with other bounds of accounts. */
    public Limits withAccount(AccountLimits limits) {
        return new Limits(limits, group, agent);
    }
}
