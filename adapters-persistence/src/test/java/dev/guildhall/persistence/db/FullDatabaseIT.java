package dev.guildhall.persistence.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.persistence.Database;
import dev.guildhall.persistence.SmallDisk;
import dev.guildhall.persistence.TestPostgres;
import dev.guildhall.persistence.config.PoolOptions;
import dev.guildhall.persistence.embedded.PostgresProcess;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class FullDatabaseIT {
    private static final String GROW = "INSERT INTO filler SELECT repeat('x', 1000) FROM generate_series(1, 1000)";

    @TempDir
    Path directory;

    @Test
    void a_database_whose_disk_is_full_refuses_writes_and_is_not_ready_until_there_is_space() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(directory, 160);
                PostgresProcess server = PostgresProcess.start(directory, TestPostgres.OPTIONS);
                Database database = Database.open(server.url(), TestPostgres.BOX);
                Pool pool = new Pool(server.url().dataSource(), PoolOptions.DEFAULT)) {
            Db db = new Db(pool);
            db.with(handle -> handle.execute("CREATE TABLE filler (text text)"));
            assertThat(database.failure()).isEmpty();

            Path filler = disk.fill();

            assertThatThrownBy(() -> db.with(handle -> handle.execute(GROW)))
                    .isInstanceOfSatisfying(
                            Refusal.class,
                            refusal -> assertThat(refusal.problem())
                                    .isEqualTo(CommonProblem.Unavailable.full("database")));
            assertThatThrownBy(db::requireSpace).isInstanceOf(Refusal.class);

            Files.delete(filler);
            db.requireSpace();
            db.with(handle -> handle.execute(GROW));
        }
    }

    @Test
    void readiness_finds_a_full_disk_without_a_write_of_a_user() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(directory, 160);
                PostgresProcess server = PostgresProcess.start(directory, TestPostgres.OPTIONS);
                Database database = Database.open(server.url(), TestPostgres.BOX)) {
            Path filler = disk.fill();

            assertThat(database.failure()).contains("the database has no space left");
            assertThat(database.failure()).contains("the database has no space left");

            Files.delete(filler);
            assertThat(database.failure()).isEmpty();
        }
    }
}
