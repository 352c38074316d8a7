package dev.guildhall.integrations.playwright;

import dev.guildhall.ports.run.Screenshot;
import dev.guildhall.ports.run.TestName;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Gives the screenshots of a run unique names: the project and the file stand before the path of a snapshot where the run
 * has several, and attachments of one name are numbered. For one run; used by one thread.
 */
final class ScreenshotNaming {
    private final Map<Screenshot.Key, String> known = new HashMap<>();
    private final Set<String> used = new HashSet<>();
    private boolean severalProjects;
    private boolean severalFiles;

    void plan(Collection<TestName> tests) {
        severalProjects =
                tests.stream().map(TestName::project).distinct().limit(2).count() > 1;
        severalFiles = tests.stream().map(TestName::file).distinct().limit(2).count() > 1;
    }

    /** The name of a screenshot that tests compare. */
    String compared(Screenshot.Key key) {
        return known.computeIfAbsent(key, one -> {
            String file = severalFiles && !one.file().isEmpty() ? one.file() + "/" : "";
            return unique(project(one.project()) + file + one.name());
        });
    }

    /** The name of a screenshot that a test attaches. */
    String attached(String project, String name) {
        return unique(project(project) + name);
    }

    private String project(String project) {
        return severalProjects ? project + "/" : "";
    }

    private String unique(String name) {
        int end = name.lastIndexOf('.') > name.lastIndexOf('/') + 1 ? name.lastIndexOf('.') : name.length();
        String unique = name;
        for (int number = 2; !used.add(unique); number++) {
            unique = name.substring(0, end) + "-" + number + name.substring(end);
        }
        return unique;
    }
}
