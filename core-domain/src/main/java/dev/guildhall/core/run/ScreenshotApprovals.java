package dev.guildhall.core.run;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.RunProblem;
import dev.guildhall.ports.run.Baseline;
import dev.guildhall.ports.run.Run;
import dev.guildhall.ports.run.Screenshot;
import dev.guildhall.ports.run.Sha256;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes screenshots of an ended run the baselines of its suite. */
final class ScreenshotApprovals {
    /** When an attempt fails, another approval has succeeded. */
    private static final int MOST_ATTEMPTS = 20;

    /** Concurrent approvals lock baselines in this order, so that there is no deadlock. */
    private static final Comparator<Screenshot> ORDER = Comparator.comparing(
            Screenshot::key,
            Comparator.comparing(Screenshot.Key::project)
                    .thenComparing(Screenshot.Key::file)
                    .thenComparing(Screenshot.Key::name));

    private final RunParts parts;

    ScreenshotApprovals(RunParts parts) {
        this.parts = parts;
    }

    /**
     * Approves screenshots in one transaction, except those whose baseline has changed since the comparison.
     *
     * @param force approves those too
     * @throws Refusal with {@code RunProblem.BaselineChanged} when other approvals change the baselines repeatedly
     */
    void approve(UserId user, Run run, List<Screenshot> screenshots, boolean force) {
        List<Screenshot> open = screenshots.stream()
                .filter(screenshot -> screenshot.approval().isEmpty())
                .sorted(ORDER)
                .toList();
        for (int attempt = 1; !open.isEmpty(); attempt++) {
            try {
                parts.stores().transactions().inTransaction(() -> {
                    Map<Screenshot.Key, Sha256> current = current(run);
                    open.forEach(screenshot -> approve(user, run, screenshot, current, force));
                    return open;
                });
                return;
            } catch (Refusal refused) {
                if (!(refused.problem() instanceof RunProblem.BaselineChanged) || attempt == MOST_ATTEMPTS) {
                    throw refused;
                }
            }
        }
    }

    private Map<Screenshot.Key, Sha256> current(Run run) {
        Map<Screenshot.Key, Sha256> current = new HashMap<>();
        parts.baselines().current(run.request().suite()).stream()
                .filter(baseline -> baseline.platform().equals(run.platform()))
                .forEach(baseline -> current.put(baseline.key(), baseline.image()));
        return current;
    }

    /** The screenshot is marked before the baseline is replaced: of two concurrent calls the second finds it approved. */
    private void approve(
            UserId user, Run run, Screenshot screenshot, Map<Screenshot.Key, Sha256> baselines, boolean force) {
        Optional<Sha256> current = Optional.ofNullable(baselines.get(screenshot.key()));
        boolean isBaseline = current.equals(Optional.of(screenshot.image()));
        if (!isBaseline && !force && !current.equals(screenshot.baseline())) {
            return;
        }
        Instant now = parts.clock().instant();
        boolean first = parts.runs().approve(run.id(), screenshot.key(), new Screenshot.Approval(now, user, current));
        if (!first || isBaseline) {
            return;
        }
        Baseline next = new Baseline(
                run.request().suite(),
                run.platform(),
                screenshot.key(),
                screenshot.image(),
                current,
                screenshot.browserVersion(),
                Optional.of(run.id()),
                now,
                user);
        if (!parts.baselines().replace(next, current)) {
            // Another approval was faster: this transaction is rolled back and repeated.
            throw new Refusal(new RunProblem.BaselineChanged());
        }
    }
}
