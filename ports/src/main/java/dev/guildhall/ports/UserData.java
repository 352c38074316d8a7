package dev.guildhall.ports;

/** Driven port: the part of a store that holds data of users, which is removed with them. Blocks. */
public interface UserData {
    /**
     * Removes a part of the data of a user, in the open transaction if there is one. What other users have stored, and
     * counts for this one, counts for its owners from then on. {@code Stores.erase} calls this for all stores, until none of
     * them has any data of the user.
     *
     * @param most how many records at most, more than 0; what refers to a removed record may be removed in addition
     * @return how many records were changed or removed; 0 when there is nothing of the user
     */
    int erase(UserId user, int most);
}
