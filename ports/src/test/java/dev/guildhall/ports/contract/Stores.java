package dev.guildhall.ports.contract;

import dev.guildhall.ports.Sample;
import dev.guildhall.ports.Transactions;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.account.AccountStore;
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
        SessionStore sessions,
        SigningKeyStore signingKeys,
        ConversationStore conversations,
        MemoryStore memories,
        Transactions transactions) {
    /** A new account that is kept: what others refer to. */
    public UserId someUser() {
        Account account = Sample.account().build();
        accounts.add(account);
        return account.id();
    }

    /** A new conversation of a new user that is kept. */
    public Chat someChat() {
        Chat chat = Sample.chat(someUser()).build();
        conversations.add(chat);
        return chat;
    }
}
