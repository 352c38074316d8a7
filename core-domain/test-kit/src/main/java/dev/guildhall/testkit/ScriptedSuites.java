package dev.guildhall.testkit;

import dev.guildhall.ports.run.Browser;
import dev.guildhall.ports.run.RunError;
import dev.guildhall.ports.run.RunEvent;
import dev.guildhall.ports.run.Suite;
import dev.guildhall.ports.run.SuiteCatalog;
import dev.guildhall.ports.run.SuiteName;
import dev.guildhall.ports.run.SuiteRunner;
import java.net.URI;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;

/** Suites without a browser: a script for each defines what its runs report. */
public final class ScriptedSuites implements SuiteCatalog, SuiteRunner {
    /** Reports the events of a run and returns its end, as {@link SuiteRunner#run}. */
    @FunctionalInterface
    public interface Script {
        Optional<RunError> run(Assignment assignment, Consumer<RunEvent> events) throws InterruptedException;
    }

    private final Map<SuiteName, Suite> suites = new ConcurrentHashMap<>();
    private final Map<SuiteName, Script> scripts = new ConcurrentHashMap<>();
    private final Optional<String> unavailable;
    private volatile Function<URI, Optional<String>> refusals = target -> Optional.empty();

    private ScriptedSuites(Optional<String> unavailable) {
        this.unavailable = unavailable;
    }

    /** No suites yet, and no runner for those that are added. */
    public static ScriptedSuites withoutRunner() {
        return new ScriptedSuites(Optional.of("this installation has no runner"));
    }

    /** No suites yet; more can be added. */
    public static ScriptedSuites empty() {
        return new ScriptedSuites(Optional.empty());
    }

    /** Adds a suite, or replaces the one with the same name. */
    public ScriptedSuites with(Suite suite, Script script) {
        suites.put(suite.name(), suite);
        scripts.put(suite.name(), script);
        return this;
    }

    /** Decides why a target is refused, instead of allowing all. */
    public ScriptedSuites refusing(Function<URI, Optional<String>> why) {
        refusals = why;
        return this;
    }

    @Override
    public List<Suite> all() {
        return suites.values().stream()
                .sorted(Comparator.comparing(suite -> suite.name().value()))
                .toList();
    }

    @Override
    public Optional<Suite> find(SuiteName name) {
        return Optional.ofNullable(suites.get(name));
    }

    @Override
    public Optional<Suite> read(SuiteName name) {
        return find(name);
    }

    @Override
    public Optional<String> unavailable() {
        return unavailable;
    }

    /** Scripts need no browser. */
    @Override
    public Set<Browser> browsers() {
        return Set.of(Browser.values());
    }

    @Override
    public Optional<String> refusal(URI target) {
        return refusals.apply(target);
    }

    @Override
    public Optional<RunError> run(Assignment assignment, Consumer<RunEvent> events) throws InterruptedException {
        Script script = Optional.ofNullable(scripts.get(assignment.suite().name()))
                .orElseThrow(() -> new IllegalStateException(
                        "no script: " + assignment.suite().name()));
        return script.run(assignment, events);
    }

    @Override
    public void sweep() {
        // Scripts leave no files.
    }
}
