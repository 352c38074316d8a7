package dev.guildhall.ports.account;

/**
 * What somebody who claims to have an account types in. Nothing is validated: what cannot be an address or a password of
 * ours is simply wrong, and answers like it.
 *
 * @param email as typed
 * @param password as typed
 */
public record Credentials(String email, String password) {
    @Override
    public String toString() {
        return "Credentials[…]";
    }
}
