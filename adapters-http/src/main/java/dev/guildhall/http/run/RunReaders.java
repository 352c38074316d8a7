package dev.guildhall.http.run;

import dev.guildhall.http.Exchange;
import dev.guildhall.ports.Text;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.RunProblem;
import dev.guildhall.ports.run.Browser;
import dev.guildhall.ports.run.Outcome;
import dev.guildhall.ports.run.RunFilter;
import dev.guildhall.ports.run.RunId;
import dev.guildhall.ports.run.RunOptions;
import dev.guildhall.ports.run.RunRequest;
import dev.guildhall.ports.run.RunStatus;
import dev.guildhall.ports.run.Sha256;
import dev.guildhall.ports.run.SuiteName;
import dev.guildhall.wire.json.EnumNames;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.net.URI;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Reads test runs of requests. */
public final class RunReaders {
    private static final Set<Browser> BROWSERS = EnumSet.allOf(Browser.class);
    private static final Set<RunStatus> STATUSES = EnumSet.allOf(RunStatus.class);
    private static final Set<Outcome> OUTCOMES = EnumSet.allOf(Outcome.class);

    private static final RequestReader<String> PLAIN = RequestReader.text(text -> {
        Text.requirePlain("text", text);
        return text;
    });

    private static final RequestReader<List<String>> FILES = RequestReader.list(PLAIN, RunOptions.MAX_FILES);

    private RunReaders() {}

    static RunId run(Exchange exchange) {
        return exchange.pathId("runId", new RunProblem.RunNotFound(), RunId::new);
    }

    static SuiteName suite(Exchange exchange) {
        return exchange.pathId("name", new RunProblem.SuiteNotFound(), SuiteName::new);
    }

    static Sha256 image(Exchange exchange) {
        return exchange.pathId("sha256", new CommonProblem.NotFound("image"), Sha256::new);
    }

    /** The body of {@code POST /runs}. */
    public static RunRequest request(JsonBody body) {
        Supplier<SuiteName> suite = body.required("suite", RequestReader.text(SuiteName::new));
        Supplier<URI> target = body.required("target", RequestReader.text(RunRequest::target));
        Supplier<List<Browser>> browsers = body.optional("browsers", browsers(), List.of());
        Supplier<RunOptions> options =
                body.optional("options", RequestReader.object(RunReaders::options), RunOptions.NONE);
        body.check();
        return new RunRequest(suite.get(), target.get(), browsers.get(), options.get(), List.of());
    }

    private static RequestReader<List<Browser>> browsers() {
        RequestReader<List<Browser>> list = RequestReader.list(
                RequestReader.text(name -> EnumNames.read("browsers", BROWSERS, name)), BROWSERS.size());
        return (node, path) -> {
            List<Browser> browsers = list.read(node, path);
            if (browsers.isEmpty()) {
                throw Refusal.invalid(path, "must have at least 1 item");
            }
            return browsers;
        };
    }

    private static RunOptions options(JsonBody body) {
        Supplier<Optional<Integer>> retries = body.optional("retries", RequestReader.integer());
        Supplier<Optional<Integer>> timeout = body.optional("timeout", RequestReader.integer());
        Supplier<Optional<Integer>> workers = body.optional("workers", RequestReader.integer());
        Supplier<Optional<Integer>> runTimeout = body.optional("runTimeout", RequestReader.integer());
        Supplier<Optional<String>> grep = body.optional("grep", PLAIN);
        Supplier<List<String>> files = body.optional("files", FILES, List.of());
        body.check();
        return new RunOptions(
                retries.get(),
                timeout.get().map(Duration::ofMillis),
                workers.get(),
                runTimeout.get().map(Duration::ofMillis),
                grep.get(),
                files.get());
    }

    static boolean onlyFailed(JsonBody body) {
        Supplier<Boolean> failed = body.optional("only", RequestReader.text(RunReaders::failed), false);
        body.check();
        return failed.get();
    }

    private static boolean failed(String only) {
        if (!only.equals("failed")) {
            throw Refusal.invalid("only", "must be failed");
        }
        return true;
    }

    static RunFilter filter(Exchange exchange) {
        return new RunFilter(
                exchange.query("suite").map(SuiteName::new),
                exchange.query("status").map(name -> EnumNames.read("status", STATUSES, name)),
                exchange.query("outcome").map(name -> EnumNames.read("outcome", OUTCOMES, name)));
    }
}
