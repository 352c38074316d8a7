package dev.guildhall.ports.account;

/**
 * The address and the password that a client signs in with. Nothing is validated: a text that cannot be an address or a
 * password is treated as a wrong one.
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
