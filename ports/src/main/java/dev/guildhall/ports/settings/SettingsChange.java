package dev.guildhall.ports.settings;

import dev.guildhall.ports.Change;
import dev.guildhall.ports.account.RegistrationMode;
import dev.guildhall.ports.mail.MailFrom;
import dev.guildhall.ports.mail.SmtpAddress;

/** A change of {@link InstallationSettings}, whose components it names. */
public record SettingsChange(
        Change<RegistrationMode> registration,
        Change<PublicUrl> publicUrl,
        Change<SmtpAddress> smtp,
        Change<MailFrom> mailFrom,
        Change<SecondFactorPolicy> requireSecondFactor,
        Change<String> defaultModel,
        Change<Integer> chatDays) {
    /** The settings after the change. */
    public InstallationSettings applyTo(InstallationSettings before) {
        return new InstallationSettings(
                registration.applyTo(before.registration()),
                publicUrl.applyTo(before.publicUrl()),
                smtp.applyTo(before.smtp()),
                mailFrom.applyTo(before.mailFrom()),
                requireSecondFactor.applyTo(before.requireSecondFactor()),
                defaultModel.applyTo(before.defaultModel()),
                chatDays.applyTo(before.chatDays()));
    }
}
