package dev.guildhall.ports.account;

/**
 * The second step of a sign-in.
 *
 * @param challenge of the first step
 * @param code of an authenticator application, 6 digits, or a recovery code
 */
public record SecondFactor(String challenge, String code) {
    @Override
    public String toString() {
        return "SecondFactor[…]";
    }
}
