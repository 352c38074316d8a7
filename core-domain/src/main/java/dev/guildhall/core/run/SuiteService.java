package dev.guildhall.core.run;

import dev.guildhall.ports.Caller;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.RunProblem;
import dev.guildhall.ports.run.Baseline;
import dev.guildhall.ports.run.BaselineVersion;
import dev.guildhall.ports.run.Browser;
import dev.guildhall.ports.run.Content;
import dev.guildhall.ports.run.RunStore;
import dev.guildhall.ports.run.Runs;
import dev.guildhall.ports.run.Screenshot;
import dev.guildhall.ports.run.Sha256;
import dev.guildhall.ports.run.Suite;
import dev.guildhall.ports.run.SuiteName;
import dev.guildhall.ports.run.Suites;
import dev.guildhall.ports.run.TestName;
import dev.guildhall.ports.run.TestResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Returns suites and their baselines, and restores baselines. */
public final class SuiteService implements Suites {
    private final RunParts parts;

    public SuiteService(RunParts parts) {
        this.parts = parts;
    }

    @Override
    public List<Details> list(Caller caller) {
        caller.requireUser();
        return details(parts.catalog().all());
    }

    @Override
    public Details find(Caller caller, SuiteName name) {
        caller.requireUser();
        Suite suite = parts.catalog().find(name).orElseThrow(SuiteService::missing);
        return details(List.of(suite)).getFirst();
    }

    @Override
    public List<Browser> browsers(Caller caller) {
        caller.requireUser();
        return parts.runner().browsers().stream().sorted().toList();
    }

    private static Refusal missing() {
        return new Refusal(new RunProblem.SuiteNotFound());
    }

    private void requireSuite(SuiteName name) {
        if (parts.catalog().read(name).isEmpty()) {
            throw missing();
        }
    }

    private List<Details> details(List<Suite> suites) {
        Map<SuiteName, RunStore.Summary> summaries =
                parts.runs().summaries(suites.stream().map(Suite::name).toList(), Details.AVERAGED);
        return suites.stream()
                .map(suite -> {
                    Optional<RunStore.Summary> summary = Optional.ofNullable(summaries.get(suite.name()));
                    return new Details(
                            suite,
                            summary.flatMap(RunStore.Summary::averageDuration),
                            summary.map(RunStore.Summary::last));
                })
                .toList();
    }

    @Override
    public List<Baseline> currentBaselines(Caller caller, SuiteName name) {
        caller.requireUser();
        requireSuite(name);
        return parts.baselines().current(name);
    }

    @Override
    public Page<BaselineVersion> baselines(Caller caller, SuiteName name, PageRequest page) {
        caller.requireUser();
        requireSuite(name);
        return parts.baselines().history(name, page);
    }

    @Override
    public Optional<Content> open(Caller caller, SuiteName name, Sha256 image) {
        caller.requireUser();
        requireSuite(name);
        List<Baseline> ofImage = parts.baselines().withImages(name, Set.of(image));
        return ofImage.isEmpty() ? Optional.empty() : parts.content(image);
    }

    @Override
    public Baseline restore(Caller caller, SuiteName name, Runs.ScreenshotName screenshot, Sha256 image) {
        Caller.User user = caller.requireUser();
        requireSuite(name);
        Map<Screenshot.Key, Baseline> newest = new LinkedHashMap<>();
        parts.baselines().withImages(name, Set.of(image)).forEach(one -> newest.putIfAbsent(one.key(), one));
        Baseline former = ScreenshotNames.one(screenshot, List.copyOf(newest.values()), Baseline::key);
        Baseline current = parts.baselines().current(name).stream()
                .filter(one ->
                        one.platform().equals(former.platform()) && one.key().equals(former.key()))
                .findFirst()
                .orElse(former);
        if (current.image().equals(image)) {
            return current;
        }
        Baseline next = new Baseline(
                name,
                former.platform(),
                former.key(),
                image,
                Optional.of(current.image()),
                former.browserVersion(),
                Optional.empty(),
                parts.clock().instant(),
                user.userId());
        if (!parts.baselines().replace(next, next.previous())) {
            throw new Refusal(new RunProblem.BaselineChanged());
        }
        return next;
    }

    @Override
    public List<TestHistory> tests(Caller caller, SuiteName name) {
        caller.requireUser();
        requireSuite(name);
        Map<TestName, List<TestResult>> byTest = new LinkedHashMap<>();
        parts.runs()
                .history(name, REMEMBERED)
                .forEach(result -> byTest.computeIfAbsent(result.test(), test -> new ArrayList<>())
                        .add(result));
        return byTest.entrySet().stream()
                .map(entry -> new TestHistory(entry.getKey(), entry.getValue()))
                .sorted(Comparator.comparing(history -> history.test().label()))
                .toList();
    }
}
