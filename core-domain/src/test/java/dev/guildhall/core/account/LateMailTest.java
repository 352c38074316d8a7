package dev.guildhall.core.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Installation;
import dev.guildhall.core.inmemory.defaults.SystemTime;
import dev.guildhall.core.mail.MailDelivery;
import dev.guildhall.core.mail.MailTexts;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.mail.Mail;
import dev.guildhall.ports.mail.MailId;
import dev.guildhall.ports.mail.MailKind;
import dev.guildhall.ports.mail.QueuedMail;
import dev.guildhall.ports.mail.SmtpAddress;
import dev.guildhall.ports.settings.CurrentSettings;
import dev.guildhall.ports.settings.InstallationSettings;
import dev.guildhall.ports.settings.PublicUrl;
import dev.guildhall.testkit.Sample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class LateMailTest {
    private static final PublicUrl LISTENER = new PublicUrl("https://guildhall.example");
    private final Installation installation = new Installation();
    private final List<Mail> sent = new ArrayList<>();
    private InstallationSettings values =
            Sample.with(InstallationSettings.NONE, "smtp", Optional.of(new SmtpAddress("smtp://mail.example")));
    private final MailDelivery delivery = delivery(true);

    private MailDelivery delivery(boolean hasPages) {
        Supplier<CurrentSettings> settings = () -> new CurrentSettings(values, List.of(), LISTENER);
        return new MailDelivery(
                installation.time(),
                installation.stores().mails(),
                settings,
                new MailTexts(installation.time(), SystemTime.SECRETS, installation.stores(), settings),
                (server, mail) -> {
                    sent.add(mail);
                    return Optional.empty();
                },
                hasPages);
    }

    private void queued() {
        installation
                .stores()
                .mails()
                .add(
                        new QueuedMail(
                                new MailId(Sample.id("mail")),
                                MailKind.INVITATION,
                                new Email("ada@example.org"),
                                Optional.of("token"),
                                installation.time().instant(),
                                0),
                        10);
    }

    @Test
    void a_node_without_pages_leaves_mail_to_others_until_a_public_address_is_set() {
        queued();
        MailDelivery withoutPages = delivery(false);

        withoutPages.run();
        List<Mail> before = List.copyOf(sent);
        values = Sample.with(values, "publicUrl", Optional.of(new PublicUrl("https://other.example")));
        withoutPages.run();

        assertThat(before).isEmpty();
        assertThat(sent)
                .singleElement()
                .satisfies(mail -> assertThat(mail.text()).contains("https://other.example/invitation#"));
    }

    @Test
    void a_mail_that_has_waited_for_a_day_is_not_sent() {
        queued();
        installation.time().advance(Duration.ofDays(1).plusMillis(1));
        queued();

        delivery.run();

        assertThat(sent).hasSize(1);
        assertThat(installation
                        .stores()
                        .mails()
                        .claim(
                                installation.time().instant().plus(Duration.ofDays(9)),
                                installation.time().instant(),
                                9))
                .isEmpty();
    }
}
