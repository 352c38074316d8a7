package dev.guildhall.architecture;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * The citations of rules in sources and documents.
 *
 * @param cited how many there are
 * @param faults one sentence for each citation of a rule that does not exist, for each reference in a form that readers
 *     cannot follow, and for each context whose rules are not numbered from 1 without gaps and repeats
 */
record RuleCitations(long cited, List<String> faults) {
    private static final String DOCUMENT = "ports/SPECIFICATION.md";
    private static final Pattern RULE = Pattern.compile("(?m)^- \\*\\*([a-z]+)-(\\d+)\\*\\* ");
    private static final Pattern ELSEWHERE = Pattern.compile("\\bcontract[\\s*]+\\d+|\\bspec/\\d");
    private static final Pattern READ = Pattern.compile(".*\\.(java|js|mjs|ts|sql|md|json|yaml|yml|html|css|xml|sh)");

    /** Released migrations never change, and their comments belong to them. This module plants faults. */
    private static final Set<String> LEFT_OUT =
            Set.of("target", "node_modules", ".git", "migration", "architecture-tests", "package-lock.json");

    RuleCitations {
        faults = List.copyOf(faults);
    }

    /** Those below a folder that contains the document. */
    static RuleCitations below(Path root) throws IOException {
        Map<String, List<Integer>> rules = RULE.matcher(Files.readString(root.resolve(DOCUMENT)))
                .results()
                .collect(groupingBy(
                        rule -> rule.group(1),
                        TreeMap::new,
                        mapping(rule -> Integer.valueOf(rule.group(2)), toList())));
        List<String> faults = new ArrayList<>();
        rules.forEach((context, numbers) -> {
            if (!numbers.stream()
                    .sorted()
                    .toList()
                    .equals(IntStream.rangeClosed(1, numbers.size()).boxed().toList())) {
                faults.add(DOCUMENT + ": the rules of " + context + " have the numbers " + numbers);
            }
        });
        Pattern citation = Pattern.compile("(?<![\\w.-])(" + String.join("|", rules.keySet()) + ")-(\\d+)\\b(?!-)");
        long[] cited = {0};
        Files.walkFileTree(root, new Sources(file -> {
            String name = root.relativize(file).toString();
            String text = read(file);
            for (MatchResult found : citation.matcher(text).results().toList()) {
                cited[0]++;
                if (!rules.get(found.group(1)).contains(Integer.valueOf(found.group(2)))) {
                    faults.add(name + ": there is no rule " + found.group());
                }
            }
            ELSEWHERE
                    .matcher(text)
                    .results()
                    .forEach(found -> faults.add(name + ": cite a rule of " + DOCUMENT + " instead of "
                            + found.group().lines().map(String::strip).collect(joining(" "))));
        }));
        return new RuleCitations(cited[0], faults.stream().sorted().toList());
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Visits the sources and documents. */
    private static final class Sources extends SimpleFileVisitor<Path> {
        private final Consumer<Path> each;

        Sources(Consumer<Path> each) {
            this.each = each;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return LEFT_OUT.contains(folder.getFileName().toString())
                    ? FileVisitResult.SKIP_SUBTREE
                    : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            String name = file.getFileName().toString();
            if (READ.matcher(name).matches() && !LEFT_OUT.contains(name)) {
                each.accept(file);
            }
            return FileVisitResult.CONTINUE;
        }
    }
}
