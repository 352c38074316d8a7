package dev.guildhall.ports.settings;

import dev.guildhall.ports.account.RegistrationMode;
import dev.guildhall.ports.mail.MailFrom;
import java.util.List;

/**
 * The settings that are in force.
 *
 * @param values with the defaults of registration and second factor
 * @param fixed the names, as in the body of a change, of the settings that the environment decides, which cannot be
 *     changed
 * @param listener the address of the listener, at which users open the installation where the values have none
 */
public record CurrentSettings(InstallationSettings values, List<String> fixed, PublicUrl listener) {
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

    /** The address at which users open the installation. */
    public PublicUrl address() {
        return values.publicUrl().orElse(listener);
    }

    /** The sender of mail. */
    public MailFrom mailFrom() {
        return values.mailFrom()
                .orElseGet(() -> new MailFrom("guildhall@" + address().host()));
    }

    /** Whether mail can be sent. */
    public boolean sendsMail() {
        return values.smtp().isPresent();
    }
}
