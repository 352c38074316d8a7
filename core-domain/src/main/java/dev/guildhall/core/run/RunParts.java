package dev.guildhall.core.run;

import dev.guildhall.core.config.RunLimits;
import dev.guildhall.core.time.Threads;
import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.run.BaselineStore;
import dev.guildhall.ports.run.BlobStore;
import dev.guildhall.ports.run.Content;
import dev.guildhall.ports.run.RunStore;
import dev.guildhall.ports.run.Sha256;
import dev.guildhall.ports.run.SuiteCatalog;
import dev.guildhall.ports.run.SuiteRunner;
import dev.guildhall.ports.storage.Stores;
import java.net.URI;
import java.time.InstantSource;
import java.util.Optional;

/**
 * The parts of the service of test runs.
 *
 * @param queueCapacity how many tasks may wait in total; 0 means any number
 */
public record RunParts(
        InstantSource clock,
        Ticker ticker,
        Threads threads,
        IdSource ids,
        Stores stores,
        BlobStore blobs,
        SuiteCatalog catalog,
        SuiteRunner runner,
        long queueCapacity,
        RunLimits limits) {
    RunStore runs() {
        return stores.runs();
    }

    BaselineStore baselines() {
        return stores.baselines();
    }

    /** @throws Refusal with {@code CommonProblem.Invalid} that names {@code target} when runs may not reach it */
    void requireReachable(URI target) {
        runner.refusal(target).ifPresent(why -> {
            throw Refusal.invalid("target", why);
        });
    }

    /** Opens content; empty when it is not stored. */
    Optional<Content> content(Sha256 digest) {
        return blobs.find(digest).flatMap(blob -> blobs.open(digest).map(stream -> new Content(blob.size(), stream)));
    }
}
