package dev.guildhall.integrations.manifest;

import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.problem.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Collects the faults of one file, so that all are reported together, and the tools that are left out. */
final class ManifestFaults {
    private final String file;
    private final List<ManifestFault> found = new ArrayList<>();
    private final List<Violation> leftOut = new ArrayList<>();

    ManifestFaults(String file) {
        this.file = file;
    }

    void add(String path, String message) {
        if (found.size() < ManifestLimits.FAULTS) {
            found.add(new ManifestFault(file, path, message));
        }
    }

    void addIf(String path, Optional<String> fault) {
        fault.ifPresent(message -> add(path, message));
    }

    /** Creates a value; empty when its constructor refuses, and the fault is added. */
    <T> Optional<T> value(String path, Supplier<T> maker) {
        try {
            return Optional.of(maker.get());
        } catch (Refusal refusal) {
            add(path, words(refusal));
        } catch (IllegalArgumentException malformed) {
            add(path, String.valueOf(malformed.getMessage()));
        }
        return Optional.empty();
    }

    private static String words(Refusal refusal) {
        return refusal.problem() instanceof CommonProblem.Invalid invalid
                ? invalid.violations().getFirst().message()
                : refusal.problem().message();
    }

    void leaveOut(Violation tool) {
        if (leftOut.size() < ManifestLimits.FAULTS) {
            leftOut.add(tool);
        }
    }

    void leaveOut(String tool, ManifestFault fault) {
        String path = fault.path().startsWith(tool) ? fault.path().substring(tool.length()) : fault.path();
        String below = path.startsWith(".") ? path.substring(1) : path;
        leaveOut(new Violation(tool, (below.isEmpty() ? "" : below + ": ") + fault.message()));
    }

    List<Violation> leftOut() {
        return List.copyOf(leftOut);
    }

    boolean isEmpty() {
        return found.isEmpty();
    }

    List<ManifestFault> all() {
        return List.copyOf(found);
    }
}
