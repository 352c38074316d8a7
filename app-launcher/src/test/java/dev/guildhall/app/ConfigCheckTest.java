package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigCheckTest {
    @TempDir
    private Path folder;

    private ConfigCheck check(Map<String, String> more) {
        Map<String, String> environment = new HashMap<>(more);
        environment.putIfAbsent("GUILDHALL_DATA_DIR", folder.resolve("data").toString());
        return ConfigCheck.of(environment, folder);
    }

    @Test
    void settings_without_a_fault_are_listed_with_their_origins_and_nothing_is_created() throws IOException {
        Files.writeString(folder.resolve("guildhall.properties"), "guildhall.port=8081\n");

        ConfigCheck check = check(Map.of("GUILDHALL_WORKERS", "4"));

        assertThat(check.faults()).isEmpty();
        assertThat(check.table())
                .containsPattern("GUILDHALL_PORT +8081 +\\(.*guildhall.properties\\)")
                .containsPattern("GUILDHALL_WORKERS +4 +\\(environment\\)");
        assertThat(folder.resolve("data")).doesNotExist();
    }

    @Test
    void all_faults_are_reported_at_once() {
        ConfigCheck check = check(Map.of(
                "GUILDHALL_PORTT", "1",
                "GUILDHALL_WORKERS", "many",
                "GUILDHALL_OAUTH_CORP_CLIENT_ID", "id"));

        assertThat(check.faults())
                .hasSize(3)
                .anyMatch(fault -> fault.contains("did you mean GUILDHALL_PORT?"))
                .anyMatch(fault -> fault.contains("GUILDHALL_WORKERS=many"))
                .anyMatch(fault -> fault.contains("GUILDHALL_OAUTH_CORP"));
    }

    @Test
    void files_and_rights_that_cannot_be_used_are_faults() throws IOException {
        Path data = Files.createDirectory(folder.resolve("data"));
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path integrations = Files.createDirectory(folder.resolve("integrations"));
        Files.writeString(integrations.resolve("bad.json"), "{");

        ConfigCheck check = check(Map.of(
                "GUILDHALL_INTEGRATIONS_DIR",
                integrations.toString(),
                "GUILDHALL_DATABASE_URL",
                "postgresql://nowhere"));

        assertThat(check.faults())
                .anyMatch(fault -> fault.contains("chmod 700"))
                .anyMatch(fault -> fault.contains("bad.json"))
                .anyMatch(fault -> fault.contains("GUILDHALL_DATABASE_URL"));
    }

    @Test
    void a_secret_is_not_printed() {
        String secret = "sk-unprinted";

        ConfigCheck check = check(Map.of("GUILDHALL_LLM_PROVIDER", "openai", "GUILDHALL_LLM_API_KEY", secret));

        assertThat(check.table()).contains("GUILDHALL_LLM_API_KEY").doesNotContain(secret);
    }
}
