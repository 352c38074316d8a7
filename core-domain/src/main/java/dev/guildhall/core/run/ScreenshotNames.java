package dev.guildhall.core.run;

import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.run.Runs;
import dev.guildhall.ports.run.Screenshot;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Finds the screenshot that a request names. */
final class ScreenshotNames {
    private ScreenshotNames() {}

    /**
     * The screenshot with the name, which is unique in its run unless an earlier version stored it; otherwise the one
     * whose key has the name, as {@link #one} finds it.
     */
    static Screenshot screenshot(Runs.ScreenshotName name, List<Screenshot> all) {
        List<Screenshot> named =
                all.stream().filter(one -> one.name().equals(name.name())).toList();
        return named.size() == 1 && isIn(name, named.getFirst().key())
                ? named.getFirst()
                : one(name, all, Screenshot::key);
    }

    /** The screenshots with the name, in the run or below the folder of their snapshots. */
    static List<Screenshot> screenshots(Runs.ScreenshotName name, List<Screenshot> all) {
        return all.stream()
                .filter(one -> isIn(name, one.key())
                        && (one.name().equals(name.name()) || one.key().name().equals(name.name())))
                .toList();
    }

    /**
     * The named screenshot.
     *
     * @throws Refusal with {@code CommonProblem.NotFound} when there is none, with {@code CommonProblem.Invalid} when
     *     there are several
     */
    static <T> T one(Runs.ScreenshotName name, List<T> all, Function<T, Screenshot.Key> key) {
        List<T> found = all.stream()
                .filter(one -> key.apply(one).name().equals(name.name()) && isIn(name, key.apply(one)))
                .toList();
        if (found.isEmpty()) {
            throw new Refusal(new CommonProblem.NotFound("screenshot"));
        }
        if (found.size() > 1) {
            Set<String> projects =
                    found.stream().map(one -> key.apply(one).project()).collect(Collectors.toSet());
            throw Refusal.invalid(
                    projects.size() > 1 ? "browser" : "file",
                    "is required: " + found.size() + " screenshots have the name " + name.name());
        }
        return found.getFirst();
    }

    private static boolean isIn(Runs.ScreenshotName name, Screenshot.Key key) {
        return name.project().map(key.project()::equals).orElse(true)
                && name.file().map(key.file()::equals).orElse(true);
    }
}
