import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Prints which test classes have tests that this machine could not run, and why. The reports are read as text: some name
 * tests by characters that XML forbids.
 *
 * <p>Argument: the directory of the modules.
 */
final class Skipped {
    private static final Pattern SKIPPED = Pattern.compile("<testcase name=\"[^\"]*\" classname=\"([^\"]*)\"[^>]*>\\s*"
            + "<skipped [^>]*>(?:<!\\[CDATA\\[)?(?:\\S*TestAbortedException: )?([^\\n]*)");

    public static void main(String[] args) throws IOException {
        Map<String, TreeSet<String>> classesByReason = new TreeMap<>();
        try (Stream<Path> poms = Files.find(Path.of(args[0]), 2, (file, ignored) -> file.endsWith("pom.xml"))) {
            for (Path pom : poms.toList()) {
                for (String reports : new String[] {"surefire-reports", "failsafe-reports"}) {
                    read(pom.resolveSibling("target").resolve(reports), classesByReason);
                }
            }
        }
        classesByReason.forEach((reason, classes) ->
                System.out.printf("Not run on this machine, since %s: %s%n", reason, String.join(", ", classes)));
    }

    private static void read(Path reports, Map<String, TreeSet<String>> classesByReason) throws IOException {
        if (!Files.isDirectory(reports)) {
            return;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(reports, "TEST-*.xml")) {
            for (Path file : files) {
                for (MatchResult test :
                        SKIPPED.matcher(Files.readString(file)).results().toList()) {
                    classesByReason
                            .computeIfAbsent(test.group(2), any -> new TreeSet<>())
                            .add(test.group(1).replaceFirst(".*\\.", ""));
                }
            }
        }
    }
}
