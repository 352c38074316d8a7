package dev.guildhall.persistence.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.guildhall.persistence.Database;
import dev.guildhall.persistence.OlderDatabase;
import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.run.Baseline;
import dev.guildhall.ports.run.BaselineStore;
import dev.guildhall.ports.run.BaselineVersion;
import dev.guildhall.ports.run.Screenshot;
import dev.guildhall.ports.run.Sha256;
import dev.guildhall.ports.run.SuiteName;
import dev.guildhall.testkit.SampleRun;
import java.sql.SQLException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A database of a version that encoded slashes and percent signs in the names of screenshots. */
class BaselineMigrationIT {
    private static final SuiteName SHOP = new SuiteName("shop");
    private static final Sha256 FIRST = SampleRun.content();
    private static final Sha256 SECOND = SampleRun.content();

    private static OlderDatabase older() throws SQLException {
        OlderDatabase older = OlderDatabase.at("28", "baselines_with_encoded_names");
        baseline(older, "cart%2Ftotal-100%25.png", 1, false, FIRST);
        baseline(older, "cart%2Ftotal-100%25.png", 2, true, SECOND);
        baseline(older, "literally-%252F.png", 1, true, FIRST);
        baseline(older, "café_2F.png", 1, true, FIRST);
        return older;
    }

    private static void baseline(OlderDatabase older, String name, int number, boolean isCurrent, Sha256 image)
            throws SQLException {
        older.execute("""
            INSERT INTO baselines (suite, platform, key, number, is_current, project, file, name, sha256, browser_version,
                at, by_user)
            VALUES ('shop', 'linux', '%s', %d, %s, 'chromium', 'ça.spec.ts', '%s', '%s', '140', now(), 'usr_1')
            """.formatted(RunEventRows.key(key(name)), number, isCurrent, name, image.value()));
    }

    private static Screenshot.Key key(String name) {
        return new Screenshot.Key("chromium", "ça.spec.ts", name);
    }

    @Test
    void migrated_baselines_have_the_names_of_their_tests_and_their_histories_continue() throws SQLException {
        try (Database database = Database.open(older().url(), TestPostgres.BOX)) {
            BaselineStore baselines = database.stores().baselines();

            assertThat(baselines.current(SHOP))
                    .extracting(Baseline::key)
                    .containsExactlyInAnyOrder(
                            key("cart/total-100%.png"), key("literally-%2F.png"), key("café_2F.png"));

            Baseline total = baselines.current(SHOP).stream()
                    .filter(one -> one.key().equals(key("cart/total-100%.png")))
                    .findFirst()
                    .orElseThrow();
            Baseline next = new Baseline(
                    SHOP,
                    "linux",
                    total.key(),
                    FIRST,
                    Optional.of(SECOND),
                    "141",
                    Optional.empty(),
                    total.at(),
                    total.by());

            assertThat(baselines.replace(next, Optional.of(SECOND))).isTrue();
            assertThat(baselines.history(SHOP, PageRequest.first()).items())
                    .filteredOn(version -> version.baseline().key().equals(total.key()))
                    .extracting(version -> version.baseline().image(), BaselineVersion::isCurrent)
                    .containsExactly(tuple(FIRST, true), tuple(SECOND, false), tuple(FIRST, false));
        }
    }
}
