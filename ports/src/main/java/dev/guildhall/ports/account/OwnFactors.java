package dev.guildhall.ports.account;

import java.util.List;

/**
 * The second factors of an account.
 *
 * @param factors those that are confirmed
 * @param recoveryCodes how many recovery codes are left
 * @param isRequired whether the settings require one of this account
 */
public record OwnFactors(List<Factor> factors, int recoveryCodes, boolean isRequired) {
    public OwnFactors {
        factors = List.copyOf(factors);
    }
}
