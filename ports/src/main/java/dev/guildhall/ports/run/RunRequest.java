package dev.guildhall.ports.run;

import dev.guildhall.ports.Text;
import dev.guildhall.ports.problem.Refusal;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * A request to run tests.
 *
 * @param suite the suite
 * @param target the address under test, http or https, without credentials; at most {@value #MAX_TARGET} characters
 * @param browsers without repetition; empty means those of the suite, and {@link Browser#CHROMIUM} when it names none
 * @param options the options that the client set
 * @param only the tests to run; empty means all that the options select
 */
public record RunRequest(SuiteName suite, URI target, List<Browser> browsers, RunOptions options, List<TestName> only) {
    /** The most characters of a target. */
    public static final int MAX_TARGET = 2000;

    /** @throws Refusal with {@code CommonProblem.Invalid} when the target is no http(s) address */
    public RunRequest {
        browsers = List.copyOf(new LinkedHashSet<>(browsers));
        only = List.copyOf(only);
        requireTarget(target);
    }

    /**
     * Reads an address under test.
     *
     * @throws Refusal with {@code CommonProblem.Invalid} that names {@code target}
     */
    public static URI target(String text) {
        Text.requirePlain("target", text);
        try {
            return requireTarget(new URI(text));
        } catch (URISyntaxException malformed) {
            throw noTarget();
        }
    }

    private static URI requireTarget(URI target) {
        boolean web = "http".equalsIgnoreCase(target.getScheme()) || "https".equalsIgnoreCase(target.getScheme());
        if (!web || target.getHost() == null || target.toString().length() > MAX_TARGET) {
            throw noTarget();
        }
        if (target.getRawUserInfo() != null) {
            throw Refusal.invalid("target", "must not contain a user name or a password");
        }
        return target;
    }

    private static Refusal noTarget() {
        return Refusal.invalid("target", "must be an http or https address of at most " + MAX_TARGET + " characters");
    }

    /** The same request with all options set: from the suite, then from {@link RunOptions#DEFAULT}. */
    public RunRequest completedBy(Suite defaults) {
        List<Browser> some = browsers.isEmpty() ? defaults.browsers() : browsers;
        return new RunRequest(
                suite,
                target,
                some.isEmpty() ? List.of(Browser.CHROMIUM) : some,
                options.or(defaults.defaults()).or(RunOptions.DEFAULT),
                only);
    }
}
