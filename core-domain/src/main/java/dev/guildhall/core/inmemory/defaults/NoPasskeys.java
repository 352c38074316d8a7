package dev.guildhall.core.inmemory.defaults;

import dev.guildhall.ports.passkey.Base64Url;
import dev.guildhall.ports.passkey.NewPasskey;
import dev.guildhall.ports.passkey.Passkey;
import dev.guildhall.ports.passkey.PasskeyAssertion;
import dev.guildhall.ports.passkey.PasskeyCheck;
import dev.guildhall.ports.passkey.PasskeyVerifier;
import dev.guildhall.ports.passkey.VerifiedPasskey;
import dev.guildhall.ports.problem.Refusal;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The verifier of a core without one: it accepts no passkey. */
public final class NoPasskeys implements PasskeyVerifier {
    @Override
    public List<Integer> algorithms() {
        return List.of();
    }

    @Override
    public Optional<Base64Url> challenge(Base64Url clientData) {
        return Optional.empty();
    }

    @Override
    public VerifiedPasskey verify(NewPasskey made, PasskeyCheck check) {
        throw Refusal.invalid("credential", "this core verifies no passkeys; Parts.passkeys sets what does");
    }

    @Override
    public OptionalLong verify(PasskeyAssertion assertion, Passkey passkey, PasskeyCheck check) {
        return OptionalLong.empty();
    }
}
