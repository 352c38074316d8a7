package dev.guildhall.ports.run;

import dev.guildhall.ports.Page;
import dev.guildhall.ports.PageRequest;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Driven port: baselines of suites with their history. Blocks. Thread-safe; takes part in {@code Transactions}. */
public interface BaselineStore {
    /** The current baselines of a suite, of all platforms. */
    List<Baseline> current(SuiteName suite);

    /** The baselines of a suite, the current ones and those before, the one that was kept last first. */
    Page<BaselineVersion> history(SuiteName suite, PageRequest page);

    /**
     * The baselines of a suite that are one of some images, of each picture, platform and image the one that was kept last;
     * the one that was kept last first.
     */
    List<Baseline> withImages(SuiteName suite, Set<Sha256> images);

    /**
     * Makes a picture the current baseline of its key.
     *
     * @param expected the image of the current one as the caller knows it; empty when there is none
     * @return false when the current one is another: nothing is written then. Of many calls at once that expect the same,
     *     exactly one is true
     */
    boolean replace(Baseline next, Optional<Sha256> expected);
}
