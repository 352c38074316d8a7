package dev.guildhall.integrations.playwright;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guildhall.core.inmemory.InMemoryBlobStore;
import dev.guildhall.testkit.FullStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunContentTest {
    @TempDir
    Path folder;

    private final List<String> leftOut = new ArrayList<>();
    private final RunContent content = new RunContent(
            new InMemoryBlobStore(InstantSource.system()), new RunContent.Bounds(10, 25, 4), leftOut::add);

    private boolean keep(String name, int bytes) throws IOException {
        return content.keep(Files.write(folder.resolve(name), new byte[bytes]), UnaryOperator.identity())
                .isPresent();
    }

    @Test
    void a_file_that_is_too_large_is_left_out() throws Exception {
        assertThat(keep("a", 10)).isTrue();
        assertThat(keep("b", 11)).isFalse();
        assertThat(keep("b", 11)).isFalse();
        assertThat(keep("c", 1)).isTrue();

        assertThat(leftOut).containsExactly("[b has more than 10 bytes and is not kept]\n");
    }

    @Test
    void files_beyond_the_bytes_of_a_run_are_left_out() throws Exception {
        assertThat(keep("a", 10)).isTrue();
        assertThat(keep("b", 10)).isTrue();
        assertThat(keep("c", 6)).isFalse();
        assertThat(keep("d", 6)).isFalse();
        assertThat(keep("e", 5)).isTrue();

        assertThat(leftOut).containsExactly("[pictures and files beyond 25 bytes of the run are not kept]\n");
    }

    @Test
    void files_beyond_the_number_of_a_run_are_left_out() throws Exception {
        for (int i = 0; i < 4; i++) {
            assertThat(keep("a" + i, 1)).isTrue();
        }

        assertThat(keep("b", 1)).isFalse();
        assertThat(keep("c", 1)).isFalse();

        assertThat(leftOut).containsExactly("[pictures and files beyond the first 4 of the run are not kept]\n");
    }

    @Test
    void a_full_storage_is_no_reason_to_leave_a_file_out() throws Exception {
        RunContent full = new RunContent(new FullStore(), RunContent.Bounds.DEFAULT, leftOut::add);
        Path screenshot = Files.write(folder.resolve("a"), new byte[1]);

        assertThatThrownBy(() -> full.keep(screenshot, UnaryOperator.identity()))
                .hasMessageContaining("storage of files has no space left");

        assertThat(leftOut).isEmpty();
    }
}
