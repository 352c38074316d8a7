package dev.guildhall.ports.settings;

import dev.guildhall.ports.account.RegistrationMode;
import java.util.List;

/**
 * The settings that are in force.
 *
 * @param values with the defaults of registration and second factor
 * @param fixed the names, as in the body of a change, of the settings that the environment decides, which cannot be
 *     changed
 */
public record CurrentSettings(InstallationSettings values, List<String> fixed) {
    public CurrentSettings {
        fixed = List.copyOf(fixed);
    }

    /** Who may register. */
    public RegistrationMode registration() {
        return values.registration().orElse(RegistrationMode.OPEN);
    }

    /** Which accounts need a second factor. */
    public SecondFactorPolicy requireSecondFactor() {
        return values.requireSecondFactor().orElse(SecondFactorPolicy.NONE);
    }

    /** Whether mail can be sent. */
    public boolean sendsMail() {
        return values.smtp().isPresent();
    }
}
