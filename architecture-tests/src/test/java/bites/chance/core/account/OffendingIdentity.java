package bites.chance.core.account;

record OffendingIdentity() {
    int seed() {
        return System.identityHashCode(this);
    }
}
