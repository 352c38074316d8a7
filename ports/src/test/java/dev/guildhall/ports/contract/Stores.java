package dev.guildhall.ports.contract;

import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.Sample;
import dev.guildhall.ports.Transactions;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.account.AccountStore;
import dev.guildhall.ports.account.Group;
import dev.guildhall.ports.account.GroupId;
import dev.guildhall.ports.account.GroupStore;
import dev.guildhall.ports.account.IdentityStore;
import dev.guildhall.ports.account.MembershipStore;
import dev.guildhall.ports.account.OAuthStateStore;
import dev.guildhall.ports.account.Profile;
import dev.guildhall.ports.account.ProfileStore;
import dev.guildhall.ports.account.SessionStore;
import dev.guildhall.ports.account.SigningKeyStore;
import dev.guildhall.ports.agent.Chat;
import dev.guildhall.ports.agent.ConversationStore;
import dev.guildhall.ports.memory.MemoryStore;

/** All stores of one installation, as the contract suites need them; each may have more in it than the test put there. */
public record Stores(
        AccountStore accounts,
        ProfileStore profiles,
        GroupStore groups,
        MembershipStore memberships,
        SessionStore sessions,
        SigningKeyStore signingKeys,
        ConversationStore conversations,
        MemoryStore memories,
        IdentityStore identities,
        OAuthStateStore oauthStates,
        Transactions transactions) {
    /** A new account that is kept: what others refer to. */
    public UserId someUser() {
        Account account = Sample.account().build();
        accounts.add(account);
        return account.id();
    }

    /** A new profile of a new user that is kept. */
    public ProfileId someProfile() {
        Profile profile = Sample.profile(someUser()).build();
        profiles.add(profile);
        return profile.id();
    }

    /** A new group that is kept, without members. */
    public GroupId someGroup() {
        Group group = Sample.group().build();
        groups.add(group);
        return group.id();
    }

    /** A new conversation of a new user that is kept. */
    public Chat someChat() {
        Chat chat = Sample.chat(someUser()).build();
        conversations.add(chat);
        return chat;
    }
}
