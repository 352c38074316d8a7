package dev.guildhall.integrations.playwright;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrowserSandboxTest {
    @TempDir
    private Path kernel;

    private void set(String name, String value) throws IOException {
        Path file = kernel.resolve("sys").resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, value + "\n");
    }

    @Test
    void a_user_other_than_root_has_one_where_the_kernel_has_user_namespaces() throws Exception {
        set("user/max_user_namespaces", "96365");

        assertThat(BrowserSandbox.missing(kernel, "ada")).isEmpty();
        assertThat(BrowserSandbox.missing(kernel, "root")).hasValue("the server runs as root");
    }

    @Test
    void a_system_other_than_linux_needs_no_user_namespaces() {
        assertThat(BrowserSandbox.missing(kernel.resolve("none"), "ada")).isEmpty();
    }

    @Test
    void there_is_none_where_the_kernel_has_no_user_namespaces_or_restricts_them() throws Exception {
        assertThat(BrowserSandbox.missing(kernel, "ada").orElseThrow()).contains("has no user namespaces");
        set("user/max_user_namespaces", "0");
        assertThat(BrowserSandbox.missing(kernel, "ada").orElseThrow()).contains("has no user namespaces");
        set("user/max_user_namespaces", "1000");
        set("kernel/unprivileged_userns_clone", "0");
        assertThat(BrowserSandbox.missing(kernel, "ada").orElseThrow()).contains("for root alone");
        set("kernel/unprivileged_userns_clone", "1");
        set("kernel/apparmor_restrict_unprivileged_userns", "1");
        assertThat(BrowserSandbox.missing(kernel, "ada").orElseThrow()).contains("AppArmor");
        set("kernel/apparmor_restrict_unprivileged_userns", "0");
        assertThat(BrowserSandbox.missing(kernel, "ada")).isEmpty();
    }
}
