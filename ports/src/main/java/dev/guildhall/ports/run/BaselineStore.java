package dev.guildhall.ports.run;

import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Driven port: baselines of suites with their history. Blocks. Takes part in {@code Transactions}. */
public interface BaselineStore {
    /** The current baselines of a suite, of all platforms. */
    List<Baseline> current(SuiteName suite);

    /** The baselines of a suite, current and former, the latest first. */
    Page<BaselineVersion> history(SuiteName suite, PageRequest page);

    /**
     * The baselines of a suite that have one of these images: for each screenshot, platform and image the latest, the
     * latest of all first.
     */
    List<Baseline> withImages(SuiteName suite, Set<Sha256> images);

    /** Those of the given contents that baselines have, current or former. */
    Set<Sha256> used(Set<Sha256> some);

    /**
     * Makes a screenshot the current baseline of its key.
     *
     * @param expected the image of the current baseline as the caller knows it; empty when there is none
     * @return false, with nothing written, when the current baseline is another one. Of several calls at once that
     *     expect the same, exactly one returns true
     */
    boolean replace(Baseline next, Optional<Sha256> expected);
}
