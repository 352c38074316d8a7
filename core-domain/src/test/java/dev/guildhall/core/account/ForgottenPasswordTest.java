package dev.guildhall.core.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Installation;
import dev.guildhall.core.inmemory.InMemoryStores;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.account.AccountRights;
import dev.guildhall.ports.account.Email;
import dev.guildhall.ports.mail.MailKind;
import dev.guildhall.ports.mail.QueuedMail;
import dev.guildhall.ports.mail.SmtpAddress;
import dev.guildhall.ports.session.SignedIn;
import dev.guildhall.ports.settings.InstallationSettings;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.testkit.Sample;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Who asks for a link to set another password learns nothing about accounts, neither from the answer nor from the work. */
class ForgottenPasswordTest {
    private final List<String> calls = new ArrayList<>();
    private int clients;
    private final Installation installation = new Installation(
            recorded(Stores.class, InMemoryStores.empty()),
            parts -> parts.settings(Sample.with(
                    InstallationSettings.NONE, "smtp", Optional.of(new SmtpAddress("smtp://mail.example")))));

    /** The same stores, with each call of one of their methods in {@link #calls}. */
    private <T> T recorded(Class<T> type, T target) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    Class<?> result = method.getReturnType();
                    Object value;
                    try {
                        value = method.invoke(target, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                    if (result.isInterface() && result.getSimpleName().endsWith("Store")) {
                        return recordedAs(result, value);
                    }
                    calls.add(type.getSimpleName() + "." + method.getName());
                    return value;
                }));
    }

    private <T> T recordedAs(Class<T> type, Object target) {
        return recorded(type, type.cast(target));
    }

    private List<String> callsOf(String email) {
        Caller client = new Caller.Anonymous("192.0.2." + ++clients, Optional.empty());
        calls.clear();
        installation.core().mailedLinks().requestReset(client, new Email(email));
        return List.copyOf(calls);
    }

    @Test
    void a_request_does_the_same_whether_the_address_has_an_account_or_not() {
        SignedIn verified = installation.register("verified@example.org");
        installation.stores().accounts().setEmailVerified(verified.userId());
        installation.register("unverified@example.org");
        SignedIn disabled = installation.register("disabled@example.org");
        installation
                .stores()
                .accounts()
                .setRights(disabled.userId(), new AccountRights(true, Set.of(), Optional.empty()));

        List<String> unknown = callsOf("nobody@example.org");

        assertThat(unknown).contains("MailStore.add");
        assertThat(callsOf("verified@example.org")).isEqualTo(unknown);
        assertThat(callsOf("unverified@example.org")).isEqualTo(unknown);
        assertThat(callsOf("disabled@example.org")).isEqualTo(unknown);
        assertThat(callsOf("Verified@Example.org")).isEqualTo(unknown);
        assertThat(installation
                        .stores()
                        .mails()
                        .claim(
                                installation.time().instant(),
                                installation.time().instant().plus(Duration.ofHours(1)),
                                20))
                .filteredOn(mail -> mail.kind() == MailKind.PASSWORD_RESET)
                .hasSize(5)
                .extracting(QueuedMail::secret)
                .containsOnly(Optional.empty());
    }

    @Test
    void requests_beyond_three_a_minute_for_an_address_do_the_same_with_and_without_an_account() {
        installation.register("ada@example.org");
        for (int i = 0; i < 3; i++) {
            callsOf("ada@example.org");
            callsOf("nobody@example.org");
        }

        List<String> unknown = callsOf("nobody@example.org");

        assertThat(unknown).doesNotContain("MailStore.add");
        assertThat(callsOf("ada@example.org")).isEqualTo(unknown);
    }
}
