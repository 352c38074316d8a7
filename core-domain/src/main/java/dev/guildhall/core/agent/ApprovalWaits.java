package dev.guildhall.core.agent;

import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;

/** The answers whose clients stay connected to this node while the answers wait for approvals. */
public final class ApprovalWaits {
    private final Map<String, CompletableFuture<Boolean>> waits = new ConcurrentHashMap<>();

    /** The waits of now, by chat; each is completed with whether its answer goes on here. */
    public Map<String, CompletableFuture<Boolean>> now() {
        return Map.copyOf(waits);
    }

    /**
     * Waits until the answer of a chat can go on.
     *
     * @throws Refusal with {@code CommonProblem.Conflict} when it does not, and {@code CommonProblem.Cancelled}
     */
    void await(String work) {
        CompletableFuture<Boolean> wait = new CompletableFuture<>();
        CompletableFuture<Boolean> before = waits.put(work, wait);
        if (before != null) {
            before.complete(false);
        }
        try {
            if (!wait.get()) {
                throw new Refusal(new CommonProblem.Conflict("the answer waits no more for an approval"));
            }
        } catch (InterruptedException left) {
            Thread.currentThread().interrupt();
            throw new Refusal(new CommonProblem.Cancelled());
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        } finally {
            waits.remove(work, wait);
        }
    }
}
