package dev.guildhall.ports.account;

/**
 * A new password in place of the present one.
 *
 * @param current as typed; what cannot be a password of ours is simply wrong
 * @param next the new one
 */
public record PasswordChange(String current, Password next) {
    @Override
    public String toString() {
        return "PasswordChange[…]";
    }
}
