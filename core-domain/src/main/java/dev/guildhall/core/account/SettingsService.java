package dev.guildhall.core.account;

import dev.guildhall.core.security.Permissions;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Change;
import dev.guildhall.ports.Transactions;
import dev.guildhall.ports.account.RegistrationMode;
import dev.guildhall.ports.audit.AuditAction;
import dev.guildhall.ports.audit.AuditDetail;
import dev.guildhall.ports.mail.MailFrom;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.settings.CurrentSettings;
import dev.guildhall.ports.settings.InstallationSettings;
import dev.guildhall.ports.settings.PublicUrl;
import dev.guildhall.ports.settings.SecondFactorPolicy;
import dev.guildhall.ports.settings.Settings;
import dev.guildhall.ports.settings.SettingsChange;
import dev.guildhall.ports.settings.SettingsStore;
import dev.guildhall.ports.storage.AccountStores;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The settings of the installation: the environment's, else those that admins have stored, read again each second. While the
 * database does not respond the known settings stay in force.
 */
public final class SettingsService implements Settings {
    private static final Duration FRESH = Duration.ofSeconds(1);
    private static final String SECRET = "secret";

    /** A setting, with its name in the body of a change. */
    private record Named(
            String name,
            Function<InstallationSettings, Optional<?>> value,
            Function<SettingsChange, Change<?>> change,
            boolean isSecret) {
        String text(InstallationSettings settings) {
            return value.apply(settings)
                    .map(known -> isSecret ? SECRET : shown(known))
                    .orElse("none");
        }

        private static String shown(Object value) {
            return switch (value) {
                case RegistrationMode mode -> mode.wireName();
                case SecondFactorPolicy policy -> policy.wireName();
                case PublicUrl address -> address.value();
                case MailFrom from -> from.value();
                default -> value.toString();
            };
        }
    }

    private static final List<Named> ALL = List.of(
            new Named("registration", InstallationSettings::registration, SettingsChange::registration, false),
            new Named("publicUrl", InstallationSettings::publicUrl, SettingsChange::publicUrl, false),
            new Named("mail.smtpUrl", InstallationSettings::smtp, SettingsChange::smtp, true),
            new Named("mail.from", InstallationSettings::mailFrom, SettingsChange::mailFrom, false),
            new Named(
                    "requireSecondFactor",
                    InstallationSettings::requireSecondFactor,
                    SettingsChange::requireSecondFactor,
                    false),
            new Named("defaultModel", InstallationSettings::defaultModel, SettingsChange::defaultModel, false),
            new Named("retention.chats", InstallationSettings::chatDays, SettingsChange::chatDays, false));

    private record Read(CurrentSettings settings, Instant until) {}

    private final InstantSource clock;
    private final Transactions transactions;
    private final SettingsStore store;
    private final AuditJournal journal;
    private final Permissions permissions;
    private final InstallationSettings environment;
    private final List<String> fixed;
    private final PublicUrl listener;
    private final Predicate<String> isModel;
    private volatile @Nullable Read last;

    /**
     * Creates the settings.
     *
     * @param listener the address of the pages as long as no public address is set
     * @param isModel whether a model of that name is known
     */
    public SettingsService(
            InstantSource clock,
            AccountStores stores,
            AuditJournal journal,
            Permissions permissions,
            InstallationSettings environment,
            PublicUrl listener,
            Predicate<String> isModel) {
        this.listener = listener;
        this.isModel = isModel;
        this.clock = clock;
        this.transactions = stores.transactions();
        this.store = stores.settings();
        this.journal = journal;
        this.permissions = permissions;
        this.environment = environment;
        this.fixed = ALL.stream()
                .filter(setting -> setting.value().apply(environment).isPresent())
                .map(Named::name)
                .toList();
    }

    /** The settings that are in force, at most a second old. */
    public CurrentSettings current() {
        Read read = last;
        Instant now = clock.instant();
        if (read != null && now.isBefore(read.until())) {
            return read.settings();
        }
        try {
            return read(store.find(), now);
        } catch (Refusal unavailable) {
            if (read == null) {
                throw unavailable;
            }
            last = new Read(read.settings(), now.plus(FRESH));
            return read.settings();
        }
    }

    private CurrentSettings read(InstallationSettings stored, Instant now) {
        CurrentSettings settings = new CurrentSettings(environment.over(stored), fixed, listener);
        last = new Read(settings, now.plus(FRESH));
        return settings;
    }

    @Override
    public CurrentSettings settings(Caller caller) {
        permissions.requireAdmin(caller.requireUser());
        return read(store.find(), clock.instant());
    }

    @Override
    public CurrentSettings change(Caller caller, SettingsChange change) {
        Caller.User admin = caller.requireSession();
        permissions.requireAdmin(admin);
        requireModel(change.defaultModel());
        List<InstallationSettings> steps = new ArrayList<>();
        transactions.run(() -> store.change(before -> {
            InstallationSettings after = change.applyTo(before);
            requireFree(change);
            note(admin, before, after);
            steps.add(after);
            return after;
        }));
        return read(steps.getLast(), clock.instant());
    }

    private void requireModel(Change<String> model) {
        if (model instanceof Change.Replaced<String>(String name) && !isModel.test(name)) {
            throw Refusal.invalid("defaultModel", "must be the name of a model: there is no \"" + name + "\"");
        }
    }

    private void requireFree(SettingsChange change) {
        Stream<Named> changed = ALL.stream()
                .filter(setting -> fixed.contains(setting.name()))
                .filter(setting -> {
                    Change<?> wanted = setting.change().apply(change);
                    return switch (wanted) {
                        case Change.Kept<?> ignored -> false;
                        case Change.Cleared<?> ignored -> true;
                        case Change.Replaced<?>(var value) ->
                            !Optional.of(value).equals(setting.value().apply(environment));
                    };
                });
        changed.findFirst().ifPresent(setting -> {
            throw new Refusal(new CommonProblem.Conflict(
                    setting.name() + ": the environment of the server decides it; change it there"));
        });
    }

    private void note(Caller.User admin, InstallationSettings before, InstallationSettings after) {
        for (Named setting : ALL) {
            if (!setting.value().apply(before).equals(setting.value().apply(after))) {
                Map<AuditDetail, String> details = new EnumMap<>(AuditJournal.origin(admin));
                details.put(AuditDetail.SETTING, setting.name());
                details.put(AuditDetail.BEFORE, setting.text(before));
                details.put(AuditDetail.AFTER, setting.text(after));
                journal.note(admin.userId(), AuditAction.SETTING_CHANGED, details);
            }
        }
    }

    @Override
    public Optional<PublicUrl> publicUrl(Caller caller) {
        return current().values().publicUrl();
    }

    @Override
    public boolean sendsMail(Caller caller) {
        return current().sendsMail();
    }
}
