package dev.guildhall.testkit;

import dev.guildhall.ports.ProfileId;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.account.Account;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.account.PasswordHash;
import java.util.Optional;

/** Builds an {@link Account}. Not thread-safe. */
public final class SampleAccount {
    private final UserId id = new UserId(Sample.id("usr"));
    private Optional<Email> email = Optional.of(new Email(id.value() + "@example.org"));
    private boolean emailVerified;
    private Optional<PasswordHash> passwordHash = Optional.of(new PasswordHash("$sample$" + id.value()));

    SampleAccount() {}

    /** An account of a user of a provider that names no address. */
    public SampleAccount withoutEmail() {
        email = Optional.empty();
        return this;
    }

    public SampleAccount email(String address) {
        email = Optional.of(new Email(address));
        return this;
    }

    public SampleAccount verified() {
        emailVerified = true;
        return this;
    }

    public SampleAccount withoutPassword() {
        passwordHash = Optional.empty();
        return this;
    }

    public Account build() {
        return new Account(id, email, emailVerified, passwordHash, new ProfileId(Sample.id("prf")), Sample.NOW);
    }
}
