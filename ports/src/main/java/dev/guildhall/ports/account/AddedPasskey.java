package dev.guildhall.ports.account;

import java.util.List;

/**
 * A passkey that was added to an account.
 *
 * @param factor it
 * @param recoveryCodes ten new ones, which are not shown again, when the account had no second factor before; else none
 */
public record AddedPasskey(Factor factor, List<String> recoveryCodes) {
    public AddedPasskey {
        recoveryCodes = List.copyOf(recoveryCodes);
    }

    @Override
    public String toString() {
        return "AddedPasskey[" + factor.id().value() + "]";
    }
}
