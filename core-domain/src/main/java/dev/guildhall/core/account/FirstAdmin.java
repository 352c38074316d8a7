package dev.guildhall.core.account;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Transactions;
import dev.guildhall.ports.account.SetupToken;
import dev.guildhall.ports.problem.Refusal;
import java.util.Optional;

/** The first admin of the installation by the setup token, which is good once, as long as there is no admin. */
public final class FirstAdmin {
    private final Optional<SetupToken> token;
    private final Admins admins;
    private final Transactions transactions;
    private final Attempts attempts;

    /**
     * Creates the check.
     *
     * @param token absent where no account becomes an admin with a token
     */
    public FirstAdmin(Optional<SetupToken> token, Admins admins, Transactions transactions, Attempts attempts) {
        this.token = token;
        this.admins = admins;
        this.transactions = transactions;
        this.attempts = attempts;
    }

    /**
     * Refuses a wrong or used token; counts as an attempt to sign in.
     *
     * @param field the name of the token in the request
     */
    void require(Caller caller, SetupToken sent, String field) {
        attempts.count("setup", caller);
        boolean good = token.filter(sent::matches).isPresent();
        if (!good || !transactions.inTransaction(admins::areMissing)) {
            throw notValid(field);
        }
    }

    /** Refuses a token that another request has used; in the transaction that makes the first admin. */
    void claim(String field) {
        if (!admins.areMissing()) {
            throw notValid(field);
        }
    }

    private static Refusal notValid(String field) {
        return Refusal.invalid(
                field, "is not the setup token of this installation, or an administrator exists already");
    }
}
