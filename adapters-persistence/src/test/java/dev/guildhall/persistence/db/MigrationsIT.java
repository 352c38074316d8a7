package dev.guildhall.persistence.db;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.persistence.TestPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.stream.Stream;
import org.flywaydb.core.api.MigrationInfo;
import org.junit.jupiter.api.Test;

class MigrationsIT {
    @Test
    void every_migration_of_the_folder_is_listed() throws Exception {
        try (Stream<Path> files = Files.list(Path.of("src/main/resources", Migrations.FOLDER))) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .as("Migrations.FILES must name what is in " + Migrations.FOLDER)
                    .containsExactlyInAnyOrderElementsOf(Migrations.FILES);
        }
    }

    @Test
    void the_list_has_the_order_in_which_migrations_are_applied() {
        MigrationInfo[] all = Schema.flyway(TestPostgres.url(), 1).info().all();

        assertThat(Migrations.FILES)
                .containsExactly(
                        Arrays.stream(all).map(MigrationInfo::getScript).toArray(String[]::new));
        assertThat(Migrations.latest())
                .isEqualTo(all[all.length - 1].getVersion().getVersion());
    }

    @Test
    void a_migrated_database_has_exactly_the_known_migrations() throws SQLException {
        TestPostgres.database();
        try (Connection connection = TestPostgres.url().dataSource().getConnection()) {
            assertThat(Migrations.applied(connection)).isEqualTo(Migrations.known());
        }
    }
}
