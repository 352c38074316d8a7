package bites.blocking.ports;

import java.util.concurrent.CompletableFuture;

interface OffendingFuture {
    CompletableFuture<String> answer();
}
