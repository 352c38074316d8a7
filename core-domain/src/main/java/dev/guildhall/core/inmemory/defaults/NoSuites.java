package dev.guildhall.core.inmemory.defaults;

import dev.guildhall.ports.run.Browser;
import dev.guildhall.ports.run.RunError;
import dev.guildhall.ports.run.RunEvent;
import dev.guildhall.ports.run.Suite;
import dev.guildhall.ports.run.SuiteCatalog;
import dev.guildhall.ports.run.SuiteName;
import dev.guildhall.ports.run.SuiteRunner;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** A core without test suites, and without a runner for them. */
public final class NoSuites implements SuiteCatalog, SuiteRunner {
    private static final String WHY = "this installation has no runner";

    @Override
    public List<Suite> all() {
        return List.of();
    }

    @Override
    public Optional<Suite> find(SuiteName name) {
        return Optional.empty();
    }

    @Override
    public Optional<Suite> read(SuiteName name) {
        return Optional.empty();
    }

    @Override
    public Optional<String> unavailable() {
        return Optional.of(WHY);
    }

    @Override
    public Set<Browser> browsers() {
        return Set.of();
    }

    @Override
    public Optional<String> refusal(URI target) {
        return Optional.empty();
    }

    @Override
    public Optional<RunError> run(Assignment assignment, Consumer<RunEvent> events) {
        throw new IllegalStateException(WHY);
    }

    @Override
    public void sweep() {
        // There are no files.
    }
}
