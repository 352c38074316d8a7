package dev.guildhall.integrations.playwright;

import dev.guildhall.ports.run.Baseline;
import dev.guildhall.ports.run.RunEvent;
import dev.guildhall.ports.run.Screenshot;
import dev.guildhall.ports.run.Sha256;
import dev.guildhall.ports.run.SuiteRunner.Assignment;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The baselines that a run compares with. Those of the suite that comes with the server belong to the origin and path of
 * the target (runs-20), since it tests any address; they stand before the names of its keys. Those of another suite
 * belong to the suite.
 *
 * @param prefix of the names of the keys; empty when they have none
 */
record BaselineScope(String prefix) {
    private static final int MOST_READABLE = 300;

    static BaselineScope of(Assignment assignment) throws IOException {
        boolean isShipped = ShippedSuites.tests(assignment.suite().directory()).isPresent();
        return new BaselineScope(isShipped ? address(assignment.request().target()) + "#" : "");
    }

    private static String address(URI target) {
        String scheme = target.getScheme().toLowerCase(Locale.ROOT);
        int standard = scheme.equals("https") ? 443 : 80;
        String port = target.getPort() == -1 || target.getPort() == standard ? "" : ":" + target.getPort();
        String path = target.getRawPath().isEmpty() ? "/" : target.getRawPath();
        String address = scheme + "://" + target.getHost().toLowerCase(Locale.ROOT) + port + path;
        return address.length() <= MOST_READABLE ? address : Sha256.of(address).value();
    }

    /** The assignment with the baselines of this scope, as the tests name them. */
    Assignment narrow(Assignment assignment) {
        List<Baseline> inside = assignment.baselines().stream()
                .filter(one -> one.key().name().startsWith(prefix))
                .map(one -> one.withKey(one.key().named(one.key().name().substring(prefix.length()))))
                .toList();
        return new Assignment(assignment.id(), assignment.suite(), assignment.request(), inside);
    }

    /** An event of the tests, with the key of a compared screenshot in this scope. */
    RunEvent widen(RunEvent event) {
        return Optional.of(event)
                .filter(RunEvent.ScreenshotTaken.class::isInstance)
                .map(one -> ((RunEvent.ScreenshotTaken) one).screenshot())
                .filter(one -> one.verdict() != Screenshot.Verdict.ATTACHED)
                .<RunEvent>map(one -> new RunEvent.ScreenshotTaken(
                        one.withKey(one.key().named(prefix + one.key().name()))))
                .orElse(event);
    }
}
