package dev.guildhall.integrations.playwright;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;

/** A shell script instead of Node.js, for suites that have a Playwright Test of their own. */
final class FakeNode {
    final Path folder;
    final Path suites;
    final Playwright playwright;
    final Launcher launcher;
    final ServerFolder server;

    /**
     * A program that runs a script.
     *
     * @param script may name {@code $folder}, where the test keeps its files, and {@code $events}, where the reporter
     *     writes
     */
    FakeNode(Path folder, String script) throws IOException {
        this.folder = folder;
        suites = folder.resolve("s");
        Path test = Files.createDirectories(suites.resolve("node_modules/@playwright/test"));
        Files.createFile(test.resolve("cli.js"));
        Path node = Files.writeString(folder.resolve("node"), """
            #!/bin/sh
            [ "$1" = --version ] && echo v20.0.0 && exit
            folder='%s'
            events="$GUILDHALL_RUN_FOLDER/events.jsonl"
            %s
            """.formatted(folder, script));
        Files.setPosixFilePermissions(node, PosixFilePermissions.fromString("rwxr-xr-x"));
        playwright = new Playwright(folder.resolve("p"), Map.of("PATH", folder + ":/usr/bin:/bin"), Optional.empty());
        launcher = TestSuites.inProcesses(playwright);
        server = new ServerFolder(folder.resolve("t"));
    }
}
