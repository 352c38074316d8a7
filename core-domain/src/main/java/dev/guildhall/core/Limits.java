package dev.guildhall.core;

import dev.guildhall.core.account.AccountLimits;
import dev.guildhall.core.account.GroupLimits;
import dev.guildhall.core.account.OAuthLimits;
import dev.guildhall.core.agent.AgentLimits;

/**
 * Every bound of the core, by context.
 *
 * @param account of accounts and sessions
 * @param group of profiles and groups
 * @param oauth of sign-in with providers
 * @param agent of agents and conversations
 */
public record Limits(AccountLimits account, GroupLimits group, OAuthLimits oauth, AgentLimits agent) {
    /** What holds where nothing else was asked for. */
    public static final Limits DEFAULT =
            new Limits(AccountLimits.DEFAULT, GroupLimits.DEFAULT, OAuthLimits.DEFAULT, AgentLimits.DEFAULT);

    /** The same with other bounds of accounts. */
    public Limits withAccount(AccountLimits limits) {
        return new Limits(limits, group, oauth, agent);
    }

    /** The same with other bounds of profiles and groups. */
    public Limits withGroup(GroupLimits limits) {
        return new Limits(account, limits, oauth, agent);
    }

    /** The same with other bounds of agents. */
    public Limits withAgent(AgentLimits limits) {
        return new Limits(account, group, oauth, limits);
    }
}
