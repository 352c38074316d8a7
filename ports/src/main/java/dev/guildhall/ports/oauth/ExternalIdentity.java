package dev.guildhall.ports.oauth;

import dev.guildhall.ports.account.DisplayName;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.problem.Refusal;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The user who signed in, as the provider describes them.
 *
 * @param key identifies the user
 * @param email absent when the provider names none, or none that this server accepts
 * @param emailVerified whether the provider has verified the address; false without an address
 * @param name the user's name at the provider; absent when it names none that can be shown
 */
public record ExternalIdentity(
        IdentityKey key, Optional<Email> email, boolean emailVerified, Optional<DisplayName> name) {
    public ExternalIdentity {
        emailVerified = emailVerified && email.isPresent();
    }

    /**
     * The identity by an issuer's description, without an address and a name that are invalid here. The issuer has
     * verified the address as it wrote it: one whose form NFKC differs counts as not verified. A long name is cut.
     */
    public static ExternalIdentity described(
            IdentityKey key, Optional<String> email, boolean emailVerified, Optional<String> name) {
        Optional<Email> address = email.flatMap(text -> wellFormed(() -> new Email(text)));
        return new ExternalIdentity(
                key,
                address,
                emailVerified
                        && address.filter(known -> isAsWritten(known, email.orElse("")))
                                .isPresent(),
                name.map(ExternalIdentity::cut).flatMap(text -> wellFormed(() -> DisplayName.parse(text))));
    }

    private static boolean isAsWritten(Email address, String text) {
        String written = text.strip();
        return Normalizer.isNormalized(written, Normalizer.Form.NFKC)
                && address.value().equals(written.toLowerCase(Locale.ROOT));
    }

    private static String cut(String name) {
        String line = name.strip();
        int characters = Math.min(line.codePointCount(0, line.length()), DisplayName.MAX);
        return line.substring(0, line.offsetByCodePoints(0, characters));
    }

    private static <T> Optional<T> wellFormed(Supplier<T> value) {
        try {
            return Optional.of(value.get());
        } catch (Refusal malformed) {
            return Optional.empty();
        }
    }

    /** The address, when the provider has verified it. */
    public Optional<Email> verifiedEmail() {
        return email.filter(address -> emailVerified);
    }
}
