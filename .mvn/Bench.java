import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs the benchmarks of one module that match a pattern. JMH's own main class would also run those of the modules that
 * this one depends on, and would fail in a module without any.
 *
 * <p>Arguments: the module's test classes, the pattern, where the results go, then what JMH's command line takes.
 */
final class Bench {
    public static void main(String[] args) throws Exception {
        Path list = Path.of(args[0]).resolve("META-INF").resolve("BenchmarkList");
        if (!Files.exists(list)) {
            return;
        }
        List<String> names = matching(list, args[1]);
        if (names.isEmpty()) {
            System.out.println("No benchmark of this module matches " + args[1]);
            return;
        }
        String[] jmh = args[3].isBlank() ? new String[0] : args[3].strip().split("\\s+");
        OptionsBuilder options = new OptionsBuilder();
        options.parent(new CommandLineOptions(jmh))
                .shouldFailOnError(true)
                .resultFormat(ResultFormatType.JSON)
                .result(args[2]);
        names.forEach(name -> options.include("^" + Pattern.quote(name) + "$"));
        new Runner(options.build()).run();
    }

    private static List<String> matching(Path list, String pattern) {
        return BenchmarkList.fromFile(list.toString())
                .find(
                        OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT),
                        List.of(pattern),
                        List.of())
                .stream()
                .map(BenchmarkListEntry::getUsername)
                .distinct()
                .toList();
    }
}
