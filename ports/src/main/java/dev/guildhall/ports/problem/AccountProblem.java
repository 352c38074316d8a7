package dev.guildhall.ports.problem;

/** Problems of accounts and sessions. */
public sealed interface AccountProblem extends Problem {
    /** The address or the password is wrong, or the refresh token is not good (contract 1: all of them answer alike). */
    record InvalidCredentials() implements AccountProblem {
        @Override
        public String message() {
            return "the credentials are not valid";
        }
    }

    /** Another account has this address. */
    record EmailTaken() implements AccountProblem {
        @Override
        public String message() {
            return "email: an account with this address exists";
        }
    }

    /**
     * The account has as many profiles as one may.
     *
     * @param most the limit
     */
    record TooManyProfiles(int most) implements AccountProblem {
        @Override
        public String message() {
            return "the account has " + most + " profiles, which is the most";
        }
    }
}
