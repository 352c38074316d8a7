package dev.guildhall.integrations.playwright;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Whether Chromium can start with its sandbox, which needs a user other than root, and user namespaces on Linux. */
final class BrowserSandbox {
    private BrowserSandbox() {}

    /** Why it cannot; empty when it can. */
    static Optional<String> missing() {
        return missing(Path.of("/proc"), System.getProperty("user.name", ""));
    }

    /**
     * The same for another machine.
     *
     * @param kernel what is {@code /proc} on Linux; does not exist on other systems
     * @param user the name of the process's user
     */
    static Optional<String> missing(Path kernel, String user) {
        if (user.equals("root")) {
            return Optional.of("the server runs as root");
        }
        if (!Files.isDirectory(kernel)) {
            return Optional.empty();
        }
        if (text(kernel.resolve("sys/user/max_user_namespaces")).orElse("0").equals("0")) {
            return Optional.of("the kernel has no user namespaces (user.max_user_namespaces)");
        }
        if (text(kernel.resolve("sys/kernel/unprivileged_userns_clone"))
                .filter("0"::equals)
                .isPresent()) {
            return Optional.of("the kernel has user namespaces for root alone (kernel.unprivileged_userns_clone)");
        }
        return text(kernel.resolve("sys/kernel/apparmor_restrict_unprivileged_userns"))
                .filter("1"::equals)
                .map(restricted -> "AppArmor restricts user namespaces (kernel.apparmor_restrict_unprivileged_userns)");
    }

    private static Optional<String> text(Path file) {
        try {
            return Optional.of(Files.readString(file).strip());
        } catch (IOException none) {
            return Optional.empty();
        }
    }
}
