package dev.guildhall.http.account;

import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.ports.Change;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.account.RegistrationMode;
import dev.guildhall.ports.mail.MailFrom;
import dev.guildhall.ports.mail.SmtpAddress;
import dev.guildhall.ports.settings.CurrentSettings;
import dev.guildhall.ports.settings.InstallationSettings;
import dev.guildhall.ports.settings.PublicUrl;
import dev.guildhall.ports.settings.SecondFactorPolicy;
import dev.guildhall.ports.settings.Settings;
import dev.guildhall.ports.settings.SettingsChange;
import dev.guildhall.wire.json.EnumNames;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Settings of the installation over HTTP (accounts-36), for admins. */
public final class SettingsRoutes {
    private static final int MAX_MODEL = 256;
    private static final int MOST_DAYS = 36_500;

    private record MailJson(boolean configured, String from) {}

    private record RetentionJson(@Nullable Integer chats) {}

    private record SettingsJson(
            String registration,
            @Nullable String publicUrl,
            MailJson mail,
            String requireSecondFactor,
            @Nullable String defaultModel,
            RetentionJson retention,
            List<String> fixed) {
        static SettingsJson of(CurrentSettings settings) {
            InstallationSettings values = settings.values();
            return new SettingsJson(
                    settings.registration().wireName(),
                    values.publicUrl().map(PublicUrl::value).orElse(null),
                    new MailJson(settings.sendsMail(), settings.mailFrom().value()),
                    settings.requireSecondFactor().wireName(),
                    values.defaultModel().orElse(null),
                    new RetentionJson(values.chatDays().orElse(null)),
                    settings.fixed());
        }
    }

    /** The changes of {@code mail}; of an absent object none. */
    private record MailChange(Change<SmtpAddress> smtp, Change<MailFrom> from) {
        static final MailChange NONE = new MailChange(new Change.Kept<>(), new Change.Kept<>());

        static MailChange read(JsonBody body) {
            Supplier<Change<SmtpAddress>> smtp = body.change("smtpUrl", RequestReader.text(SmtpAddress::new));
            Supplier<Change<MailFrom>> from = body.change("from", RequestReader.text(MailFrom::new));
            body.check();
            return new MailChange(smtp.get(), from.get());
        }
    }

    private final Settings settings;

    public SettingsRoutes(Settings settings) {
        this.settings = settings;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/admin/settings", Access.BEARER, this::settings),
                Route.patch("/admin/settings", Access.BEARER, this::change));
    }

    private void settings(Exchange exchange) {
        exchange.json(200, SettingsJson.of(settings.settings(exchange.caller())));
    }

    private void change(Exchange exchange) {
        JsonBody body = exchange.body();
        Supplier<Change<RegistrationMode>> registration = body.change(
                "registration",
                RequestReader.text(name -> EnumNames.read("registration", List.of(RegistrationMode.values()), name)));
        Supplier<Change<PublicUrl>> publicUrl = body.change("publicUrl", RequestReader.text(PublicUrl::new));
        Supplier<MailChange> mail = body.optional("mail", RequestReader.object(MailChange::read), MailChange.NONE);
        Supplier<Change<SecondFactorPolicy>> policy = body.change(
                "requireSecondFactor",
                RequestReader.text(
                        name -> EnumNames.read("requireSecondFactor", List.of(SecondFactorPolicy.values()), name)));
        Supplier<Change<String>> model = body.change(
                "defaultModel", RequestReader.text(name -> Text.requireLine("defaultModel", name, 1, MAX_MODEL)));
        Supplier<Change<Integer>> chats =
                body.optional("retention", RequestReader.object(SettingsRoutes::chatDays), new Change.Kept<>());
        body.check();
        SettingsChange change = new SettingsChange(
                registration.get(),
                publicUrl.get(),
                mail.get().smtp(),
                mail.get().from(),
                policy.get(),
                model.get(),
                chats.get());
        exchange.json(200, SettingsJson.of(settings.change(exchange.caller(), change)));
    }

    private static Change<Integer> chatDays(JsonBody body) {
        Supplier<Change<Integer>> days = body.change("chats", RequestReader.integer(1, MOST_DAYS));
        body.check();
        return days.get();
    }
}
