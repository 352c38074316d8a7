package dev.guildhall.integrations.playwright;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.run.Screenshot;
import dev.guildhall.ports.run.TestName;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScreenshotNamingTest {
    private final ScreenshotNaming naming = new ScreenshotNaming();

    private static Screenshot.Key key(String project, String file) {
        return new Screenshot.Key(project, file, "page.png");
    }

    @Test
    void the_only_project_and_file_are_in_no_name() {
        naming.plan(List.of(new TestName("chromium", "a.spec.ts", "a"), new TestName("chromium", "a.spec.ts", "b")));

        assertThat(naming.compared(key("chromium", "a.spec.ts"))).isEqualTo("page.png");
        assertThat(naming.compared(key("chromium", "a.spec.ts"))).isEqualTo("page.png");
    }

    @Test
    void of_several_projects_and_files_the_name_has_both() {
        naming.plan(List.of(new TestName("one", "a.spec.ts", "a"), new TestName("two", "b.spec.ts", "b")));

        assertThat(naming.compared(key("one", "a.spec.ts"))).isEqualTo("one/a.spec.ts/page.png");
        assertThat(naming.compared(key("two", "b.spec.ts"))).isEqualTo("two/b.spec.ts/page.png");
        assertThat(naming.compared(key("two", ""))).isEqualTo("two/page.png");
    }

    @Test
    void names_that_are_used_are_numbered_before_the_extension() {
        assertThat(naming.attached("chromium", "page.png")).isEqualTo("page.png");
        assertThat(naming.attached("chromium", "page.png")).isEqualTo("page-2.png");
        assertThat(naming.compared(key("chromium", "a.spec.ts"))).isEqualTo("page-3.png");
        assertThat(naming.attached("chromium", "a step")).isEqualTo("a step");
        assertThat(naming.attached("chromium", "a step")).isEqualTo("a step-2");
    }
}
