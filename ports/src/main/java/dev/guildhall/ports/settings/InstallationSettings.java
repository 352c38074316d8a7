package dev.guildhall.ports.settings;

import dev.guildhall.ports.account.RegistrationMode;
import dev.guildhall.ports.mail.MailFrom;
import dev.guildhall.ports.mail.SmtpAddress;
import java.util.Optional;

/**
 * What an admin, or the environment, has decided about the installation.
 *
 * @param registration who may register; absent means {@link RegistrationMode#OPEN}
 * @param publicUrl the address that users open; absent means that of the listener
 * @param smtp the server that takes mail; absent means that no mail is sent
 * @param mailFrom the sender of mail; absent means {@code guildhall@} with the host of the public address
 * @param requireSecondFactor which accounts need a second factor; absent means {@link SecondFactorPolicy#NONE}
 * @param defaultModel the model of requests that name none; absent means the one that is marked as default
 * @param chatDays how many days after its last message a chat is removed, 1 to 36,500; absent means never
 */
public record InstallationSettings(
        Optional<RegistrationMode> registration,
        Optional<PublicUrl> publicUrl,
        Optional<SmtpAddress> smtp,
        Optional<MailFrom> mailFrom,
        Optional<SecondFactorPolicy> requireSecondFactor,
        Optional<String> defaultModel,
        Optional<Integer> chatDays) {
    /** Nothing is decided. */
    public static final InstallationSettings NONE = new InstallationSettings(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    /** Only the decision who may register. */
    public static InstallationSettings registration(RegistrationMode mode) {
        return new InstallationSettings(
                Optional.of(mode),
                NONE.publicUrl,
                NONE.smtp,
                NONE.mailFrom,
                NONE.requireSecondFactor,
                NONE.defaultModel,
                NONE.chatDays);
    }

    /** What these decide, and the others where these decide nothing. */
    public InstallationSettings over(InstallationSettings others) {
        return new InstallationSettings(
                registration.or(others::registration),
                publicUrl.or(others::publicUrl),
                smtp.or(others::smtp),
                mailFrom.or(others::mailFrom),
                requireSecondFactor.or(others::requireSecondFactor),
                defaultModel.or(others::defaultModel),
                chatDays.or(others::chatDays));
    }
}
