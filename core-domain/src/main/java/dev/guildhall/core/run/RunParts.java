package dev.guildhall.core.run;

import dev.guildhall.ports.IdSource;
import dev.guildhall.ports.Ticker;
import dev.guildhall.ports.run.BaselineStore;
import dev.guildhall.ports.run.BlobStore;
import dev.guildhall.ports.run.Content;
import dev.guildhall.ports.run.RunStore;
import dev.guildhall.ports.run.Sha256;
import dev.guildhall.ports.run.SuiteCatalog;
import dev.guildhall.ports.run.SuiteRunner;
import dev.guildhall.ports.storage.Stores;
import java.time.InstantSource;
import java.util.Optional;

/**
 * What test runs are made of.
 *
 * @param clock tells the time
 * @param ticker waits
 * @param ids makes identifiers
 * @param stores keeps everything but content
 * @param blobs keeps content
 * @param catalog finds suites
 * @param runner carries runs out
 * @param queueCapacity how many tasks may wait in all; 0 means any number
 * @param limits bounds
 */
public record RunParts(
        InstantSource clock,
        Ticker ticker,
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

    /** Opens content; empty when it is not kept. */
    Optional<Content> content(Sha256 digest) {
        return blobs.find(digest).flatMap(blob -> blobs.open(digest).map(stream -> new Content(blob.size(), stream)));
    }
}
