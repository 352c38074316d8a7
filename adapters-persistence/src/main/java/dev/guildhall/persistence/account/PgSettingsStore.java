package dev.guildhall.persistence.account;

import dev.guildhall.persistence.db.Db;
import dev.guildhall.persistence.db.Rows;
import dev.guildhall.persistence.secret.SecretBox;
import dev.guildhall.ports.account.RegistrationMode;
import dev.guildhall.ports.mail.MailFrom;
import dev.guildhall.ports.mail.SmtpAddress;
import dev.guildhall.ports.settings.InstallationSettings;
import dev.guildhall.ports.settings.PublicUrl;
import dev.guildhall.ports.settings.SecondFactorPolicy;
import dev.guildhall.ports.settings.SettingsStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jdbi.v3.core.statement.StatementContext;

/** The settings of the installation, in PostgreSQL. The address of the mail server is encrypted. */
public final class PgSettingsStore implements SettingsStore {
    private static final String ONLY = "only";

    private final Db db;
    private final SecretBox box;

    public PgSettingsStore(Db db, SecretBox box) {
        this.db = db;
        this.box = box;
    }

    @Override
    public InstallationSettings find() {
        return db.find("SELECT * FROM settings", Map.of(), this::settings).orElse(InstallationSettings.NONE);
    }

    @Override
    public InstallationSettings change(UnaryOperator<InstallationSettings> change) {
        return db.inTransaction(() -> {
            db.update("INSERT INTO settings (id) VALUES (:id) ON CONFLICT DO NOTHING", Map.of("id", ONLY));
            InstallationSettings before = db.find("SELECT * FROM settings FOR UPDATE", Map.of(), this::settings)
                    .orElseThrow();
            InstallationSettings after = change.apply(before);
            write(after);
            return after;
        });
    }

    private void write(InstallationSettings settings) {
        String sql = """
            UPDATE settings SET registration = :registration, public_url = :publicUrl, sealed_smtp = :sealed,
                mail_from = :mailFrom, require_second_factor = :requireSecondFactor, default_model = :defaultModel,
                chat_days = :chatDays
            """;
        Map<String, Object> values = new HashMap<>();
        values.put(
                "sealed",
                settings.smtp()
                        .map(smtp -> box.seal(smtp.value(), purpose(ONLY)))
                        .orElse(null));
        db.update(sql, values, settings);
    }

    private InstallationSettings settings(ResultSet row, StatementContext context) throws SQLException {
        return new InstallationSettings(
                Rows.optionalText(row, "registration").map(RegistrationMode::fromWire),
                Rows.optionalText(row, "public_url").map(PublicUrl::new),
                Rows.optionalText(row, "sealed_smtp")
                        .map(envelope -> new SmtpAddress(box.open(envelope, purpose(ONLY)))),
                Rows.optionalText(row, "mail_from").map(MailFrom::new),
                Rows.optionalText(row, "require_second_factor").map(SecondFactorPolicy::fromWire),
                Rows.optionalText(row, "default_model"),
                Optional.ofNullable(row.getObject("chat_days", Integer.class)));
    }

    public static String purpose(String... id) {
        return "settings:" + id[0];
    }
}
