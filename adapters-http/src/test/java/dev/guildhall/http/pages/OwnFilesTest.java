package dev.guildhall.http.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every file that the web application's files refer to exists. */
class OwnFilesTest {
    private static final Path FOLDER = Path.of("src/main/resources/web");
    private static final Set<String> NOT_SERVED = Set.of("index.html", "files.txt", "icons.txt", "types.d.ts");
    private static final Pattern IMPORT = Pattern.compile("(?:from|import)\\s*\\(?'(\\.[^']+)'");
    private static final Pattern ICON = Pattern.compile("icon(?:\\(|: )'([a-z0-9-]+)'");

    @Test
    void every_file_takes_part_in_the_version_of_the_addresses() throws IOException {
        List<String> listed = lines("files.txt");

        try (Stream<Path> files = Files.walk(FOLDER)) {
            assertThat(files.filter(Files::isRegularFile)
                            .map(file -> FOLDER.relativize(file).toString())
                            .filter(name -> !NOT_SERVED.contains(name)))
                    .containsExactlyInAnyOrderElementsOf(listed);
        }
    }

    @Test
    void every_import_of_an_own_file_leads_to_one() throws IOException {
        for (String name : scripts()) {
            Path folder = FOLDER.resolve(name).getParent();

            assertThat(found(IMPORT, name))
                    .allSatisfy(target -> assertThat(folder.resolve(target)).exists());
        }
    }

    @Test
    void no_module_imports_itself_through_others() throws IOException {
        Map<Path, Set<Path>> imports = new HashMap<>();
        for (String name : scripts()) {
            Path folder = FOLDER.resolve(name).getParent();
            imports.put(
                    FOLDER.resolve(name),
                    found(IMPORT, name).stream()
                            .map(target -> folder.resolve(target).normalize())
                            .collect(Collectors.toSet()));
        }

        // A module that imports none of those that are left is in no circle.
        while (imports.values().removeIf(targets -> Collections.disjoint(targets, imports.keySet()))) {}

        assertThat(imports).isEmpty();
    }

    @Test
    void every_icon_that_a_script_names_is_in_the_sprite() throws IOException {
        List<String> icons = lines("icons.txt");

        for (String name : scripts()) {
            assertThat(icons).as(name).containsAll(found(ICON, name));
        }
    }

    private static List<String> scripts() throws IOException {
        return lines("files.txt").stream().filter(name -> name.endsWith(".js")).toList();
    }

    private static Set<String> found(Pattern pattern, String name) throws IOException {
        return pattern.matcher(Files.readString(FOLDER.resolve(name)))
                .results()
                .map((MatchResult result) -> result.group(1))
                .collect(Collectors.toSet());
    }

    private static List<String> lines(String name) throws IOException {
        return Files.readAllLines(FOLDER.resolve(name)).stream()
                .filter(line -> !line.isBlank())
                .toList();
    }
}
