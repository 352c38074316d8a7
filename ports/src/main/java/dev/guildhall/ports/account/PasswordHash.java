package dev.guildhall.ports.account;

/**
 * The stored form of a password.
 *
 * @param value algorithm, parameters, salt and hash in PHC string form
 */
public record PasswordHash(String value) {
    @Override
    public String toString() {
        return "PasswordHash[…]";
    }
}
