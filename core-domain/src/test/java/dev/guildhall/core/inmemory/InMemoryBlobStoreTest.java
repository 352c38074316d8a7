package dev.guildhall.core.inmemory;

import dev.guildhall.ports.run.BlobStore;
import dev.guildhall.testkit.ManualTicker;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.BlobStoreContract;
import java.time.Duration;
import java.time.Instant;

class InMemoryBlobStoreTest implements BlobStoreContract {
    private final ManualTicker time = new ManualTicker(Sample.NOW);
    private final BlobStore blobs = new InMemoryBlobStore(time);

    @Override
    public BlobStore blobs() {
        return blobs;
    }

    @Override
    public Instant now() {
        return time.instant();
    }

    @Override
    public void passTime(Duration duration) {
        time.advance(duration);
    }
}
