package dev.guildhall.ports.account;

import dev.guildhall.ports.passkey.PasskeyAssertion;

/** The second step of a sign-in. */
public sealed interface SecondFactor {
    /** That of the first step; a secret. */
    String challenge();

    /**
     * With a code.
     *
     * @param challenge of the first step
     * @param code of an authenticator application, 6 digits, or a recovery code
     */
    record Code(String challenge, String code) implements SecondFactor {
        @Override
        public String toString() {
            return "Code[…]";
        }
    }

    /**
     * With a passkey of the account.
     *
     * @param challenge of the first step, which the authenticator has signed
     * @param assertion what the browser returned
     */
    record ByPasskey(String challenge, PasskeyAssertion assertion) implements SecondFactor {
        @Override
        public String toString() {
            return "ByPasskey[…]";
        }
    }
}
