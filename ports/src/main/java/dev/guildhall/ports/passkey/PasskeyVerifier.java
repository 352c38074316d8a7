package dev.guildhall.ports.passkey;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Driven port: verifies what browsers return about passkeys (Web Authentication, level 2 and later). Does not block. */
public interface PasskeyVerifier {
    /** The algorithms of the keys that it accepts, by their numbers at COSE, the preferred one first; empty when it accepts none. */
    List<Integer> algorithms();

    /** The challenge in the browser's JSON, which nothing vouches for yet; empty when the text is malformed. */
    Optional<Base64Url> challenge(Base64Url clientData);

    /**
     * Verifies a new passkey. Who made the authenticator is not verified.
     *
     * @throws dev.guildhall.ports.problem.Refusal with {@code CommonProblem.Invalid} that names {@code credential}
     */
    VerifiedPasskey verify(NewPasskey made, PasskeyCheck check);

    /**
     * Verifies a signature, apart from its counter.
     *
     * @return the counter that the authenticator has signed; empty when the assertion is not valid
     */
    OptionalLong verify(PasskeyAssertion assertion, Passkey passkey, PasskeyCheck check);
}
