package dev.guildhall.ports.problem;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Problems of accounts and sessions. */
public sealed interface AccountProblem extends Problem {
    /**
     * The address or the password is wrong, or the refresh token is not valid (accounts-5).
     */
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
     * The account has the most profiles that an account may have.
     *
     * @param most the limit
     */
    record TooManyProfiles(int most) implements AccountProblem {
        @Override
        public String message() {
            return "the account has " + most + " profiles, which is the most";
        }
    }

    /** The state of a sign-in is unknown, was used, has expired, or was made for another provider, address or user. */
    record StateNotValid() implements AccountProblem {
        @Override
        public String message() {
            return "state: is unknown, used or expired, or belongs to another provider, redirectUri or user; get a new"
                    + " one from authorize, with your access token where it is to link an identity";
        }
    }

    /** The provider refuses the code, or its response belongs to another sign-in. */
    record CodeRefused() implements AccountProblem {
        @Override
        public String message() {
            return "code: the provider did not take it; begin the sign-in again";
        }
    }

    /** As {@link CodeRefused}, for a request without a state: the provider may have expected the PKCE verifier. */
    record CodeRefusedWithoutState() implements AccountProblem {
        @Override
        public String message() {
            return "code: the provider did not take it; no state was sent, so that the provider got no PKCE verifier"
                    + " and no nonce was compared: begin the sign-in with authorize and send its state";
        }
    }

    /**
     * A sign-in provider cannot be reached, takes too long, or its response is not trustworthy.
     *
     * @param provider its name
     */
    record ProviderUnavailable(String provider) implements AccountProblem {
        @Override
        public String message() {
            return "the sign-in provider " + provider + " did not give a usable answer; try again later";
        }
    }

    /**
     * The identity is linked to no account; it must not be linked to an existing one automatically, and no new account
     * can be created for it.
     */
    record AccountNotLinked() implements AccountProblem {
        @Override
        public String message() {
            return "this identity is not linked to an account, and its address does not permit an automatic link; "
                    + "sign in another way, then link it";
        }
    }

    /** The identity is linked to another account. */
    record IdentityTaken() implements AccountProblem {
        @Override
        public String message() {
            return "this identity is linked to another account";
        }
    }

    /**
     * The account has the most identities that an account may have.
     *
     * @param most the limit
     */
    record TooManyIdentities(int most) implements AccountProblem {
        @Override
        public String message() {
            return "the account has " + most + " identities, which is the most";
        }
    }

    /**
     * A request of an OAuth client is refused.
     *
     * @param reason why, for programs
     * @param message why, for people
     */
    record ClientRefused(Reason reason, String message) implements AccountProblem {
        /** The reasons that the protocol has codes for (RFC 6749, 5.2; RFC 7591, 3.2.2; RFC 8707, 2). */
        public enum Reason {
            /** There is no such client, or it sent credentials that it does not have. */
            INVALID_CLIENT,
            /** The code or the refresh token is unknown, was used, has expired, or belongs to another client. */
            INVALID_GRANT,
            /** The address for the answer is not one that the client has named, or is not allowed. */
            INVALID_REDIRECT_URI
        }
    }

    /** Without this identity the user could not sign in to the account any more. */
    record LastSignInMethod() implements AccountProblem {
        @Override
        public String message() {
            return "this is the only way to sign in to the account";
        }
    }

    /**
     * The first step of the sign-in was right, and the account has a second factor.
     *
     * @param challenge to send with the second step, within 5 min; a secret
     * @param methods the names of what the second step may be: {@code totp}, {@code passkey}, {@code recovery}
     * @param credentials the passkeys of the account; absent when {@code passkey} is no method
     */
    record SecondFactorRequired(String challenge, List<String> methods, Optional<Passkeys> credentials)
            implements AccountProblem {
        public SecondFactorRequired {
            methods = List.copyOf(methods);
        }

        /**
         * What a browser needs to sign in with a passkey of an account.
         *
         * @param relyingPartyId the name of the host that they are bound to
         * @param transports how to reach the authenticator of each, by its credential's identifier
         */
        public record Passkeys(String relyingPartyId, Map<String, List<String>> transports) {
            public Passkeys {
                transports = Map.copyOf(transports);
            }
        }

        @Override
        public String message() {
            return "the account has a second factor: send a code of it, or the answer of a passkey, with the challenge";
        }

        @Override
        public String toString() {
            return "SecondFactorRequired" + methods;
        }
    }
}
