package dev.guildhall.testkit.contract.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.ports.account.RegistrationMode;
import dev.guildhall.ports.mail.MailFrom;
import dev.guildhall.ports.mail.SmtpAddress;
import dev.guildhall.ports.settings.InstallationSettings;
import dev.guildhall.ports.settings.PublicUrl;
import dev.guildhall.ports.settings.SecondFactorPolicy;
import dev.guildhall.ports.settings.SettingsStore;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.AtOnce;
import java.util.Collections;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** What every {@link SettingsStore} does. */
public interface SettingsStoreContract {
    InstallationSettings ALL = new InstallationSettings(
            Optional.of(RegistrationMode.INVITED),
            Optional.of(new PublicUrl("https://guildhall.example")),
            Optional.of(new SmtpAddress("smtp://ada:s3cret@mail.example:2525")),
            Optional.of(new MailFrom("Guildhall <guildhall@example.org>")),
            Optional.of(SecondFactorPolicy.ADMINS),
            Optional.of("gpt-4o"),
            Optional.of(30));

    Stores stores();

    private SettingsStore settings() {
        return stores().settings();
    }

    @Test
    default void settings_are_stored_and_removed_again() {
        assertThat(settings().change(before -> ALL)).isEqualTo(ALL);
        assertThat(settings().find()).isEqualTo(ALL);
        assertThat(settings().change(before -> InstallationSettings.NONE)).isEqualTo(InstallationSettings.NONE);
        assertThat(settings().find()).isEqualTo(InstallationSettings.NONE);
    }

    @Test
    default void a_change_that_fails_changes_nothing() {
        settings().change(before -> ALL);

        assertThatThrownBy(() -> settings().change(before -> {
                    throw new IllegalStateException("no");
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(settings().find()).isEqualTo(ALL);
    }

    @Test
    default void of_several_changes_at_once_none_is_lost() throws Exception {
        settings().change(before -> Sample.with(ALL, "chatDays", Optional.of(1)));
        Callable<InstallationSettings> more = () -> settings()
                .change(before -> Sample.with(
                        before, "chatDays", before.chatDays().map(days -> days + 1)));

        AtOnce.run(Collections.nCopies(8, more));

        assertThat(settings().find().chatDays()).contains(9);
    }
}
