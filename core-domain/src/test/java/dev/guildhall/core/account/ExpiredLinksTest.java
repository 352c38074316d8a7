package dev.guildhall.core.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Installation;
import dev.guildhall.core.Refused;
import dev.guildhall.core.inmemory.defaults.SystemTime;
import dev.guildhall.core.mail.MailDelivery;
import dev.guildhall.core.mail.MailTexts;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.account.InvitationToken;
import dev.guildhall.ports.account.Password;
import dev.guildhall.ports.account.Registration;
import dev.guildhall.ports.invitation.NewInvitation;
import dev.guildhall.ports.mail.Mail;
import dev.guildhall.ports.mail.SmtpAddress;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.settings.CurrentSettings;
import dev.guildhall.ports.settings.InstallationSettings;
import dev.guildhall.ports.settings.PublicUrl;
import dev.guildhall.testkit.Sample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Links that came too late. */
class ExpiredLinksTest {
    private static final PublicUrl LISTENER = new PublicUrl("https://guildhall.example");
    private static final Password PASSWORD = new Password("another long password");

    private final InstallationSettings values =
            Sample.with(InstallationSettings.NONE, "smtp", Optional.of(new SmtpAddress("smtp://mail.example")));
    private final Installation installation =
            new Installation(parts -> parts.settings(values).adminEmails(Set.of(new Email("boss@example.org"))));
    private final Caller.User boss = installation.bearer(installation.register("boss@example.org"));
    private final List<Mail> sent = new ArrayList<>();
    private final MailDelivery delivery = new MailDelivery(
            installation.time(),
            installation.stores().mails(),
            () -> new CurrentSettings(values, List.of(), LISTENER),
            new MailTexts(
                    installation.time(),
                    SystemTime.SECRETS,
                    installation.stores(),
                    () -> new CurrentSettings(values, List.of(), LISTENER)),
            (server, mail) -> {
                sent.add(mail);
                return Optional.empty();
            },
            true);

    private static String token(String text) {
        return text.replaceFirst("(?s).*#([\\w-]+).*", "$1");
    }

    private InvitationToken invited() {
        NewInvitation anyone = new NewInvitation(Optional.empty(), Set.of(), List.of(), Optional.empty());
        return new InvitationToken(
                token(installation.core().invitations().invite(boss, anyone).url()));
    }

    private void register(InvitationToken invitation) {
        installation
                .accounts()
                .register(
                        Caller.anonymous(),
                        new Registration(
                                new Email(Sample.id("guest") + "@example.org"),
                                PASSWORD,
                                Optional.empty(),
                                Optional.empty(),
                                Optional.of(invitation)));
    }

    @Test
    void an_invitation_is_good_for_seven_days() {
        InvitationToken early = invited();
        InvitationToken late = invited();

        installation.time().advance(Duration.ofDays(7).minusMillis(1));
        register(early);
        installation.time().advance(Duration.ofMillis(1));

        assertThat(Refused.by(() -> register(late))).isInstanceOf(CommonProblem.Forbidden.class);
    }

    @Test
    void a_link_that_sets_another_password_is_good_for_an_hour_after_it_was_sent() {
        installation.core().mailedLinks().requestReset(Caller.anonymous(), new Email("boss@example.org"));
        delivery.run();
        String token = token(sent.getLast().text());
        installation.time().advance(Duration.ofHours(1));

        assertThat(Refused.by(() -> installation.core().mailedLinks().reset(Caller.anonymous(), token, PASSWORD))
                        .message())
                .startsWith("token:");
    }
}
