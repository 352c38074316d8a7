package dev.guildhall.integrations.playwright;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.run.Browser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlaywrightTest {
    @TempDir
    Path folder;

    private Playwright with(Optional<Path> chromium) {
        Map<String, String> environment =
                Map.of("PATH", folder.resolve("bin").toString(), "PLAYWRIGHT_BROWSERS_PATH", folder.toString());
        return new Playwright(folder.resolve("tools"), environment, chromium);
    }

    @Test
    void browsers_are_those_of_playwright_and_chromium_where_it_is() throws IOException {
        assertThat(with(Optional.empty()).installedBrowsers()).isEmpty();
        assertThat(with(Optional.of(folder)).installedBrowsers()).containsExactly(Browser.CHROMIUM);

        Files.createDirectories(folder.resolve("firefox-1500"));
        Path program = Files.createDirectories(folder.resolve("bin")).resolve("google-chrome");
        Files.createFile(program).toFile().setExecutable(true);

        assertThat(with(Optional.empty()).installedBrowsers())
                .containsExactlyInAnyOrder(Browser.CHROMIUM, Browser.FIREFOX);
    }
}
