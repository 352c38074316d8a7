package dev.guildhall.core.inmemory;

import dev.guildhall.ports.contract.Stores;

/** Makes empty stores that share one transaction log. */
public final class InMemoryStores {
    private InMemoryStores() {}

    public static Stores empty() {
        InMemoryTransactions transactions = new InMemoryTransactions();
        InMemoryProfileStore profiles = new InMemoryProfileStore(transactions);
        InMemoryMembershipStore memberships = new InMemoryMembershipStore(transactions, profiles);
        return new Stores(
                new InMemoryAccountStore(transactions),
                profiles,
                new InMemoryGroupStore(transactions, memberships),
                memberships,
                new InMemorySessionStore(transactions),
                new InMemorySigningKeyStore(transactions),
                new InMemoryConversationStore(transactions),
                new InMemoryMemoryStore(transactions),
                new InMemoryIdentityStore(transactions),
                new InMemoryOAuthStateStore(transactions),
                transactions);
    }
}
