import com.palantir.javaformat.java.Formatter;
import com.palantir.javaformat.java.FormatterException;
import com.palantir.javaformat.java.ImportOrderer;
import com.palantir.javaformat.java.JavaFormatterOptions;
import com.palantir.javaformat.java.JavaFormatterOptions.Style;
import com.palantir.javaformat.java.RemoveUnusedImports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Checks or mends the layout of every Java file: palantir-java-format, imports ordered, unused imports removed. The build
 * starts it on its own JDK, because the formatter parses with the compiler of the JDK that it runs on, and Maven's may be
 * too old for the language level of the sources.
 */
final class Format {
    private static final String REPAIR = "mvn -N verify -Dformat.mode=apply";
    private static final int MOST_NAMED = 50;
    private static final int WIDTH = 120;

    private final Formatter formatter = Formatter.createFormatter(
            JavaFormatterOptions.builder().style(Style.PALANTIR).build());
    private final Path root;
    private final boolean apply;

    private Format(Path root, boolean apply) {
        this.root = root;
        this.apply = apply;
    }

    public static void main(String[] args) throws IOException {
        boolean apply = switch (args[1]) {
            case "apply" -> true;
            case "check" -> false;
            default -> throw new IllegalArgumentException("format.mode must be check or apply: " + args[1]);
        };
        List<String> complaints = new Format(Path.of(args[0]), apply).run();
        if (!complaints.isEmpty()) {
            System.err.printf("%d Java files are not as the formatter writes them:%n", complaints.size());
            complaints.stream().limit(MOST_NAMED).forEach(complaint -> System.err.println("  " + complaint));
            System.err.println("This mends them: " + REPAIR);
            System.exit(1);
        }
    }

    /** One line for each file that is not in order. */
    private List<String> run() throws IOException {
        List<Path> files;
        try (Stream<Path> tree = Stream.concat(Stream.of(root.resolve(".mvn")), modules())) {
            files = tree.flatMap(Format::javaFiles).toList();
        }
        return files.parallelStream()
                .flatMap(file -> treat(file).stream())
                .sorted()
                .toList();
    }

    private Stream<Path> modules() throws IOException {
        return Files.find(root, 2, (file, ignored) -> file.endsWith("pom.xml")).map(pom -> pom.resolveSibling("src"));
    }

    private static Stream<Path> javaFiles(Path folder) {
        if (!Files.isDirectory(folder)) {
            return Stream.empty();
        }
        try (Stream<Path> tree = Files.walk(folder)) {
            return tree.filter(file -> file.toString().endsWith(".java")).toList().stream();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Whether a file without a long line is in order. It does not look for strings to break, which takes as long again. */
    private boolean isLaidOut(String source) throws FormatterException {
        String ordered = ImportOrderer.reorderImports(source, Style.PALANTIR);
        return source.lines().allMatch(line -> line.length() <= WIDTH)
                && source.equals(formatter.formatSource(RemoveUnusedImports.removeUnusedImports(ordered)));
    }

    /** What is wrong with the file and stays wrong. */
    private Optional<String> treat(Path file) {
        String name = root.relativize(file).toString();
        try {
            String before = Files.readString(file);
            if (isLaidOut(before)) {
                return Optional.empty();
            }
            String after = formatter.formatSourceAndFixImports(before);
            if (before.equals(after)) {
                return Optional.empty();
            }
            if (!apply) {
                return Optional.of(name);
            }
            Files.writeString(file, after);
            System.out.println("formatted " + name);
            return Optional.empty();
        } catch (FormatterException unreadable) {
            return Optional.of(name + ":" + unreadable.diagnostics().getFirst());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
