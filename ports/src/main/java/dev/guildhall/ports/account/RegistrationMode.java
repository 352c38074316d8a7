package dev.guildhall.ports.account;

import java.util.Locale;

/** Who may register an account, also by a first sign-in with a provider (contract 1). A setup token always may. */
public enum RegistrationMode {
    /** Anybody. */
    OPEN,
    /** Those who have an invitation; as long as there are none, nobody. */
    INVITED,
    /** Nobody. */
    CLOSED;

    /** The name in settings and responses. */
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
