package dev.guildhall.architecture;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * The citations of rules in sources and documents.
 *
 * @param cited how many there are
 * @param faults one sentence for each context whose rules are not numbered from 1 without gaps and repeats, for each
 *     citation of a rule that does not exist, and for each reference to a document that readers do not have
 */
record RuleCitations(int cited, List<String> faults) {
    private static final String DOCUMENT = "ports/SPECIFICATION.md";
    private static final Pattern RULE = Pattern.compile("(?m)^- \\*\\*([a-z]+)-(\\d+)\\*\\* ");
    private static final Pattern CITATION = Pattern.compile("(?<![\\w.*-])([a-z]++)-(\\d+)\\b(?!-)");
    private static final Pattern ELSEWHERE = Pattern.compile("contract[\\s*]+\\d+|spec/\\d");
    private static final Pattern READ = Pattern.compile(".*\\.(java|js|mjs|ts|sql|md|json|yaml|yml|html|css|xml|sh)");

    /** Released migrations never change, comments included. This module plants faults. */
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
            List<Integer> expected =
                    IntStream.rangeClosed(1, numbers.size()).boxed().toList();
            if (!numbers.stream().sorted().toList().equals(expected)) {
                faults.add(DOCUMENT + ": the rules of " + context + " have the numbers " + numbers);
            }
        });
        int cited = 0;
        for (Path file : sources(root)) {
            String name = root.relativize(file) + ": ";
            String text = Files.readString(file);
            for (MatchResult found : CITATION.matcher(text).results().toList()) {
                List<Integer> numbers = rules.get(found.group(1));
                cited += numbers == null ? 0 : 1;
                if (numbers != null && !numbers.contains(Integer.valueOf(found.group(2)))) {
                    faults.add(name + "there is no rule " + found.group());
                }
            }
            ELSEWHERE.matcher(text).results().forEach(found -> faults.add(name + found.group() + " is not a rule"));
        }
        Collections.sort(faults);
        return new RuleCitations(cited, faults);
    }

    private static List<Path> sources(Path root) throws IOException {
        List<Path> sources = new ArrayList<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
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
                    sources.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return sources;
    }
}
